#!/usr/bin/env bash
# The end of a sprint: everything a machine can check, step by step; what only a person can is .agent/workflows/end-of-sprint.md
# bash scripts/sprint_end.sh [--fast]      --fast: without the test suite, its coverage and the newcomer's path
# Goes on after a step that fails, lists the failures at the end, and exits with 1 if there are any.
set -euo pipefail

cd -- "$(dirname -- "$0")/.."
fast=
case "${1:-}" in
  --fast) fast=yes ;;
  "") ;;
  --help) sed -n '2,4s/^# //p' "$0"; exit 0 ;;
  *) echo "unknown: $1; see --help" >&2; exit 2 ;;
esac
bin=${VENV:-.venv}/bin
failed=()

step() { # NAME COMMAND…
  local name=$1
  shift
  printf '\n== %s\n' "$name"
  "$@" || failed+=("$name")
}

nothing_uncommitted() { [ -z "$(git status --porcelain)" ] || { git status --short; return 1; }; }

changelog_tells() { # since the last release, if there was one
  local since changed
  since=$(git describe --tags --abbrev=0 2>/dev/null || git rev-list --max-parents=0 HEAD | tail -n 1)
  changed=$(git log --oneline "$since..HEAD" --grep '^feat' --grep '^fix' | wc -l)
  [ "$changed" = 0 ] || git diff --quiet "$since" HEAD -- CHANGELOG.md || return 0
  [ "$changed" = 0 ] || { echo "$changed commits change what the program does; CHANGELOG.md does not tell"; return 1; }
}

no_secrets_no_machine() { # keys, and paths of the machine it was written on
  ! git grep -nIE 'sk-(or-)?[A-Za-z0-9-]{24,}|BEGIN [A-Z ]*PRIVATE KEY|/(home|Users)/[a-z][a-z0-9_-]+/' -- \
    . ':!tests' ':!scripts/sprint_end.sh'
}

unfinished_words() { ! git grep -nIE '\b(TODO|FIXME|XXX)\b' -- '*.py' '*.md' ':!tests' ':!migration' ':!.agent'; }

step "the tree is clean" nothing_uncommitted
step "style" "$bin/ruff" check .
step "format" "$bin/ruff" format --check .
step "types" "$bin/mypy"
step "who may import whom" "$bin/lint-imports"
step "generated documents are current" "$bin/python" scripts/generate_documents.py --check
step "commands that documents show" "$bin/python" -m pytest -q tests/test_documents.py
step "release and container files" "$bin/python" -m pytest -q tests/test_release.py tests/test_docker.py
step "known vulnerabilities" "$bin/python" scripts/audit_dependencies.py
step "the changelog tells" changelog_tells
step "no secrets, no machine" no_secrets_no_machine
step "no unfinished words" unfinished_words
if [ -z "$fast" ]; then
  step "tests and coverage" bash scripts/coverage.sh
  step "the newcomer's path" bash scripts/newcomer_path.sh
fi

printf '\n'
if [ "${#failed[@]}" -gt 0 ]; then
  printf 'failed: %s\n' "${failed[@]}"
  exit 1
fi
echo "everything a machine can check is well; go on with .agent/workflows/end-of-sprint.md"
