#!/usr/bin/env bash
# Is the first line of a commit's message `type(scope): description`, as AGENTS.md asks?
# bash scripts/commit_message.sh FILE
set -euo pipefail

types='feat|fix|docs|test|refactor|chore'
scopes='scout|transformer|tester|validator|pheromone|guardrails|metrics|loop|thesis|migration|verification|baselines|docs'
first=$(sed -n '/^#/!{p;q;}' -- "$1")
case $first in
  "Merge "* | "Revert "* | "fixup! "*) exit 0 ;;
esac
if ! printf '%s\n' "$first" | grep -qE "^($types)(\\(($scopes)\\))?: .*[^ .]\$"; then
  echo "the first line is not 'type(scope): description' without a full stop: $first" >&2
  echo "types: ${types//|/, }; scopes: ${scopes//|/, }" >&2
  exit 1
fi
