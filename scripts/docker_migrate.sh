#!/usr/bin/env bash
# Migrate in a container: bash scripts/docker_migrate.sh REPO [REF] [FLAG…]
# REPO is a Git URL, or a folder of this machine, which the container then sees read-only as /source. Nothing of what is
# given is read by a shell: REPO='x; touch y' is a repository of that name.
set -euo pipefail

if [ "${1:-}" = "--help" ] || [ "$#" -lt 1 ] || [ -z "$1" ]; then
  sed -n '2,4s/^# //p' "$0"
  [ "${1:-}" = "--help" ] && exit 0
  echo "name the repository: make docker-migrate REPO=https://…" >&2
  exit 2
fi
repo=$1
ref=${2:-}
shift "$(($# < 2 ? $# : 2))"

mounts=()
if [ -d "$repo" ]; then
  folder=$(cd -- "$repo" && pwd -P)
  case $folder in
    *:*) echo "$folder: a folder with a colon in its name can't be mounted; give it another name, or a link" >&2; exit 2 ;;
  esac
  mounts=(--volume "$folder:/source:ro")
  repo=/source
fi
cd -- "$(dirname -- "$0")/.."
exec docker compose run --rm ${mounts[@]+"${mounts[@]}"} migrate "--repo=$repo" ${ref:+"--repo-ref=$ref"} "$@"
