#!/usr/bin/env bash
# Resolve the ranges of pyproject.toml into requirements.lock, with hashes, for every Python the project supports.
# bash scripts/lock.sh [UV]      UV: the uv to use (default: uv)
set -euo pipefail
cd -- "$(dirname -- "$0")/.."

# setuptools too: the image installs the project itself without fetching anything that is not in the lock.
printf 'setuptools>=69\n' | "${1:-uv}" pip compile pyproject.toml - --extra test --universal --python-version 3.11 \
  --generate-hashes --no-emit-index-url --no-header --quiet --output-file requirements.lock.new
{
  echo "# Every package of a run and of the tests, by version and hash, for Python 3.11 and later. Made by: make lock"
  cat requirements.lock.new
} > requirements.lock
rm requirements.lock.new
