#!/usr/bin/env bash
# Installs what the mailbot needs: Debian packages and a virtual environment in .venv.
# usage: [PYTHON=python3.13] deploy/setup.sh [--test] [--with google|microsoft|fleet]...
#   --test    what the tests need as well
#   --with    what a login at Google or Microsoft, or a dask cluster needs as well
#   PYTHON    another Python than the default one; its environment is .venv-3.13
# Run again, it takes no time: what is there is left alone.
set -euo pipefail
cd "$(dirname "$0")/.."
. deploy/pythons.sh

lists=(deploy/packages.txt)
pins=(--requirement deploy/requirements/run.txt)
extras=""
while [ $# -gt 0 ]; do
  case "$1 ${2:-}" in
    --test*)
      lists+=(deploy/packages-test.txt)
      pins+=(--requirement deploy/constraints.txt)
      extras+=,test
      ;;
    "--with google" | "--with microsoft" | "--with fleet")
      pins+=(--requirement "deploy/requirements/$2.txt")
      extras+=,$2
      shift
      ;;
    *) sed -n '/^# usage/,/^# Run again/p' "$0" | sed 's/^# //;$d' >&2; exit 2 ;;
  esac
  shift
done
extra=${extras:+[${extras#,}]}

missing_packages() {
  local installed name
  # A package may stand in under another name (libglib2.0-0t64 for libglib2.0-0).
  installed=$(dpkg-query -W -f '${db:Status-Abbrev}:, ${Package}, ${Provides},\n' | grep '^ii')
  for name in $(grep -hv '^#' "${lists[@]}"); do
    grep -qE ", $name( \([^)]*\))?," <<<"$installed" || printf '%s ' "$name"
  done
}

install_packages() {
  local missing as_root=()
  missing=$(missing_packages)
  [ -n "$missing" ] || return 0
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || { echo "Please install, as root: $missing" >&2; return 0; }
    as_root=(sudo)
  fi
  echo "Installing: $missing"
  # RUNLEVEL=1 keeps a freshly installed mail server from starting by itself.
  # shellcheck disable=SC2086  # a list of names
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive RUNLEVEL=1 sh -c \
    'apt-get -q update && apt-get -qy install --no-install-recommends "$@"' \
    sh $missing >.setup.log 2>&1 || { tail -n 20 .setup.log >&2; exit 1; }
  rm -f .setup.log
}

if command -v apt-get >/dev/null && command -v dpkg-query >/dev/null; then
  install_packages
else
  echo "Not a Debian system. Please make sure that these, or their likes, are installed:" >&2
  grep -hv '^#' "${lists[@]}" | sed 's/^/  /' >&2
fi
command -v tesseract >/dev/null || echo "Tesseract is missing: pictures will not be read." >&2

python=$(chosen_python)
venv=$(environment_of "$python")
stamp=$(cat pyproject.toml deploy/constraints.txt deploy/requirements/* | sha256sum | cut -c1-16)$extra
if [ "$(cat "$venv/.stamp" 2>/dev/null)" != "$stamp" ]; then
  echo "Setting up $venv"
  [ -x "$venv/bin/python" ] || "$python" -m venv "$venv"
  # Every file is checked against its digest, also those that build the project.
  "$venv/bin/python" -m pip install --quiet --disable-pip-version-check \
    --require-hashes "${pins[@]}"
  "$venv/bin/python" -m pip install --quiet --disable-pip-version-check \
    --no-deps --no-build-isolation --editable .
  echo "$stamp" >"$venv/.stamp"
fi
