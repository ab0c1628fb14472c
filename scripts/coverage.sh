#!/usr/bin/env bash
# Lines of environment, agents and stigmergy that the tests execute, those that a test's own processes execute included.
# bash scripts/coverage.sh [PYTEST ARGUMENT…]      fails below 90 %
set -euo pipefail
cd -- "$(dirname -- "$0")/.."
[ "${1:-}" != "--help" ] || { sed -n '2,3s/^# //p' "$0"; exit 0; }

exec "${VENV:-.venv}/bin/python" -m pytest -q --cov --cov-report=term-missing:skip-covered --cov-fail-under=90 "$@"
