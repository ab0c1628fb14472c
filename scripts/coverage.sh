#!/usr/bin/env bash
# Lines of environment, agents and stigmergy that the tests execute, those that a test's own processes execute included.
# bash scripts/coverage.sh [PYTEST ARGUMENT…]      fails below 90 %
set -euo pipefail
cd -- "$(dirname -- "$0")/.."

exec "${VENV:-.venv}/bin/python" -m pytest -q --cov=environment --cov=agents --cov=stigmergy \
  --cov-report=term-missing:skip-covered --cov-fail-under=90 "$@"
