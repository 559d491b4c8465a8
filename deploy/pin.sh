#!/usr/bin/env bash
# Writes the pinned versions of all that is installed, with the digests of their files:
#   constraints.txt             everything, for tests and development
#   requirements/run.txt        what the mailbot needs; fleet, google, microsoft: an extra
#   requirements/headless.txt   OpenCV without windows, in place of the one with them
# usage: deploy/pin.sh [uv pip compile options, such as --upgrade-package numpy]
# Needs uv. A package that pyproject.toml asks for anew gets its newest version; the
# others stay as they are.
set -euo pipefail
cd "$(dirname "$0")/.."

pin() {
  local file=$1
  shift
  uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
    --no-header --no-annotate --no-emit-index-url --output-file "deploy/$file" "$@"
}

pin constraints.txt pyproject.toml --extra build --extra fleet --extra google --extra microsoft --extra test "$@"
versions=$(mktemp)
trap 'rm -f "$versions"' EXIT
grep -o '^[^ ;]*==[^ ;]*' deploy/constraints.txt >"$versions"
mkdir -p deploy/requirements
pin requirements/run.txt pyproject.toml --extra build --constraint "$versions"
for extra in fleet google microsoft; do
  pin "requirements/$extra.txt" pyproject.toml --extra build --extra "$extra" --constraint "$versions"
done
sed -n 's/^opencv-python==\([^ ]*\).*/opencv-python-headless==\1/p' "$versions" |
  pin requirements/headless.txt - --no-deps
