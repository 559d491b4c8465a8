#!/usr/bin/env bash
# The whole of "how to check": sets everything up, then the gate and every test.
# usage: [PYTHON=python3.13] tests/run.sh [--all-pythons] [pytest arguments]
#   tests/run.sh                  everything, in parallel
#   tests/run.sh --long           with the long campaigns in full; --seed 7: by other chances
#   TESTS_DAY=739948 tests/run.sh   with the samples of that day; its number stands at the top
#   tests/run.sh -k word          the tests with that word in their names, at once
#   tests/run.sh --all-pythons    everything; then, with each other Python from 3.11
#                                 to 3.14 that is installed, all but mail servers and browser
# Format and lint take no time and come first; types and imports are checked beside the tests.
set -euo pipefail
umask 022 # the mail servers of the tests are other users
cd "$(dirname "$0")/.."
. deploy/pythons.sh
all_pythons=""
if [ "${1:-}" = --all-pythons ]; then
  all_pythons=yes
  shift
fi
# Said at once, and not by each test of a server after a quarter of an hour.
case " $* " in
  *" -k "* | *" -m "* | *" tests/"*) ;; # a selection, perhaps without them
  *)
    if [ "$(id -u)" -ne 0 ] && ! sudo -n true 2>/dev/null && ! { [ -t 0 ] && sudo -v; }; then
      echo "The tests with mail servers need root, or sudo without a password, for Postfix." >&2
      echo "Please run this as root, or leave them out: tests/run.sh -m 'not servers'" >&2
      exit 1
    fi ;;
esac
deploy/setup.sh --test
python=$(chosen_python)
bin=$(environment_of "$python")/bin
echo "== format"; "$bin/ruff" format --check .
echo "== lint";   "$bin/ruff" check .
checked=$(mktemp)
trap 'rm -f "$checked"' EXIT
{ "$bin/mypy" && "$bin/lint-imports"; } >"$checked" 2>&1 &
code=0
echo "== tests";  "$bin/python" -m pytest --durations=20 "$@" || code=$?
wait $! || code=$?
echo "== types and imports"; cat "$checked"
if [ -n "$all_pythons" ]; then
  for other in $(other_pythons "$python"); do
    PYTHON=$other deploy/setup.sh --test
    echo "== tests, $("$other" --version)"
    "$(environment_of "$other")/bin/python" -m pytest \
      -m "not servers and not browser" "$@" || code=$?
  done
fi
exit $code
