#!/usr/bin/env bash
# The whole of "how to check": sets everything up, then the gate, then every test.
# usage: tests/run.sh [pytest arguments]     for example: tests/run.sh --long
set -euo pipefail
cd "$(dirname "$0")/.."
deploy/setup.sh --test
bin=.venv/bin
echo "== format";  $bin/ruff format --check .
echo "== lint";    $bin/ruff check .
echo "== types";   $bin/mypy
echo "== imports"; $bin/lint-imports
echo "== tests";   exec $bin/python -m pytest "$@"
