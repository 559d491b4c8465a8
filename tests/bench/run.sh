#!/usr/bin/env bash
# Ours beside every peer: installs what it compares with, runs all, writes RESULTS.md.
# usage: tests/bench/run.sh [--quick] [--pictures FOLDER] [--collections FOLDER...]
#   [--dataset FOLDER] [--puzzles FOLDER] [--into FOLDER]
set -euo pipefail
cd "$(dirname "$0")/../.."
deploy/setup.sh --test
versions=$(mktemp)
grep -o '^[^ ;]*==[^ ;]*' deploy/constraints.txt >"$versions"
.venv/bin/python -m pip install --quiet --disable-pip-version-check \
  --constraint "$versions" --editable ".[bench]"
rm "$versions"
exec .venv/bin/python -m tests.bench.run "$@"
