#!/usr/bin/env bash
# From a clone of the last commit to the first verified migration, as the README tells a newcomer to go.
# bash scripts/newcomer_path.sh [--quick]
#   --quick           a small repository made on the spot in place of the bundled sample
#   NEWCOMER_PYTHON   a Python with the project's packages, to save the installation
# Each step says how long it took; the last line is JSON: seconds by step, and how many files were verified. Fails at the
# first step that does not do what the README says. Everything is made in a temporary folder and taken away.
set -euo pipefail

source=$(cd -- "$(dirname -- "$0")/.." && pwd -P)
quick=
case "${1:-}" in
  --quick) quick=yes ;;
  "") ;;
  --help) sed -n '2,7s/^# \{0,1\}//p' "$0"; exit 0 ;;
  *) echo "unknown: $1; see --help" >&2; exit 2 ;;
esac
place=$(mktemp -d "${TMPDIR:-/tmp}/stigmergy-newcomer.XXXXXX")
trap 'rm -rf -- "$place"' EXIT
times=()

now() { date +%s.%N; }
took() { # NAME SINCE [UNTIL]
  local seconds
  seconds=$(awk -v from="$2" -v to="${3:-$(now)}" 'BEGIN { printf "%.1f", to - from }')
  times+=("\"$1\": $seconds")
  printf '%-24s %6s s\n' "$1" "$seconds"
}

began=$(now)
if [ -d "$source/.git" ]; then
  git clone --quiet --no-local "$source" "$place/stigmergy"
else # an image or an archive holds no history
  mkdir "$place/stigmergy"
  tar -C "$source" --exclude=./.venv --exclude=./target_repo --exclude=./runs -cf - . | tar -C "$place/stigmergy" -xf -
fi
cd -- "$place/stigmergy"
took clone "$began"

began=$(now)
if [ -n "${NEWCOMER_PYTHON:-}" ]; then
  python=$NEWCOMER_PYTHON
else
  make --silent .venv/.installed
  python=.venv/bin/python
fi
"$python" main.py --version
took install "$began"

repo=tests/fixtures/synthetic_py2_repo
if [ -n "$quick" ]; then
  repo=$place/old
  mkdir "$repo"
  printf 'def total(prices):\n    return sum(prices.itervalues())\n' > "$repo/shop.py"
  printf 'import unittest\n\nimport shop\n\n\nclass TestShop(unittest.TestCase):\n    def test_total(self):\n        %s\n' \
    'self.assertEquals(shop.total({"tea": 2, "milk": 3}), 5)' > "$repo/test_shop.py"
fi

began=$(now)
"$python" main.py --repo "$repo" --workspace "$place/run" 2>&1 | {
  IFS= read -r line || true
  now > "$place/first_line"
  printf '%s\n' "$line"
  cat
}
took migration "$began"
took "first line of that" "$began" "$(cat "$place/first_line")"

began=$(now)
"$python" environment/audit_log.py verify "$place/run"
summary=$(ls "$place"/run/metrics/output/run_*_summary.json)
verified=$("$python" -c 'import json, sys; print(json.load(open(sys.argv[1]))["files_verified"])' "$summary")
commits=$(git -C "$place/run/target_repo" log --oneline --grep '^migrate(' | wc -l)
took check "$began"

# Without a Python 2.7 nothing can be compared with the original, so that tests are weak evidence only.
with_python2=$("$python" -c 'from verification.interpreters import find_python2 as f; print("yes" if f("auto") else "")')
if [ "$commits" -lt 1 ] && [ -n "$with_python2" ]; then
  echo "no file was validated by a commit" >&2
  exit 1
fi
if [ "$verified" -lt 1 ] && [ -n "$with_python2" ]; then
  echo "no file was verified, although there is a Python 2.7" >&2
  exit 1
fi
printf '{%s, "verified_files": %d}\n' "$(IFS=,; echo "${times[*]}")" "$verified"
