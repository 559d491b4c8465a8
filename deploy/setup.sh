#!/usr/bin/env bash
# Installs what the mailbot needs: Debian packages and a virtual environment in .venv.
# usage: [PYTHON=python3.13] deploy/setup.sh [--test] [--with google|microsoft|fleet]...
#   --test    what the tests need as well: real mail servers, which are not started
#   --with    what a login at Google or Microsoft, or a dask cluster needs as well
#   PYTHON    another Python than the default one; its environment is .venv-3.13
# Run again, it takes no time: what is there is left alone.
set -euo pipefail
umask 022 # the service and the servers of the tests are other users
cd "$(dirname "$0")/.."
. deploy/pythons.sh

lists=(deploy/packages.txt)
pins=(deploy/requirements/run.txt)
extras=""
while [ $# -gt 0 ]; do
  case "$1 ${2:-}" in
    --test*)
      lists+=(deploy/packages-test.txt)
      pins+=(deploy/constraints.txt)
      extras+=,test
      ;;
    "--with google" | "--with microsoft" | "--with fleet")
      pins+=("deploy/requirements/$2.txt")
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
  # A package may stand in under another name (python3.13-venv for python3-venv).
  installed=$(dpkg-query -W -f '${db:Status-Abbrev}:, ${Package}, ${Provides},\n' | grep '^ii')
  for name in $(grep -hv '^#' "${lists[@]}"); do
    grep -qE ", $name( \([^)]*\))?," <<<"$installed" || printf '%s ' "$name"
  done
}

# Whether sudo works, or may ask for a password; nobody is asked who is no administrator.
may_sudo() {
  command -v sudo >/dev/null || return 1
  sudo -n true 2>/dev/null || { [ -t 0 ] && id -nG | grep -qwE 'sudo|wheel|admin'; }
}

install_packages() {
  local missing as_root=()
  missing=$(missing_packages)
  [ -n "$missing" ] || return 0
  if [ "$(id -u)" -ne 0 ]; then
    if ! may_sudo; then
      echo "Please have this run as root, then start again:" >&2
      if [ ${#lists[@]} = 1 ]; then echo "  apt-get install --no-install-recommends $missing" >&2
      else printf '  %q %s\n' "$PWD/deploy/packages.sh" "$missing" >&2; fi
      exit 1
    fi
    as_root=(sudo)
  fi
  echo "Installing: $missing"
  # shellcheck disable=SC2086  # a list of names
  "${as_root[@]}" deploy/packages.sh $missing
}

# A checkout or environment in which this user may not write.
belongs_to_another() {
  echo "$(realpath "$1") belongs to $(stat -c %U "$1"). Please run this as its owner or as root." >&2
  exit 1
}

# OpenCV's wheel links libraries for windows, which take 217 MB of a server and which
# nothing here uses. Where they are not there, the wheel of it without windows is taken.
opencv() {
  if "$1" -c 'import ctypes as c
for name in "libGL.so.1", "libxcb.so.1", "libgthread-2.0.so.0": c.CDLL(name)' 2>/dev/null
  then echo opencv-python; else echo opencv-python-headless; fi
}

[ -w . ] || belongs_to_another .
if command -v flock >/dev/null; then
  exec 9<. # a second set-up waits for the first one
  flock -n 9 || { echo "Waiting for another set-up in this folder."; flock 9; }
fi
if command -v apt-get >/dev/null && command -v dpkg-query >/dev/null; then
  install_packages
else
  echo "Not a Debian system. Please make sure that these, or their likes, are installed:" >&2
  grep -hv '^#' "${lists[@]}" | sed 's/^/  /' >&2
fi
command -v tesseract >/dev/null || echo "Tesseract is missing: pictures will not be read." >&2

python=$(chosen_python)
venv=$(environment_of "$python")
opencv=$(opencv "$python")
stamp=$(cat pyproject.toml deploy/constraints.txt deploy/requirements/* | sha256sum | cut -c1-16)$extra-$opencv
if [ "$(cat "$venv/.stamp" 2>/dev/null)" != "$stamp" ]; then
  closed=$(find "$venv" -type d ! -writable -print -quit 2>/dev/null || true)
  [ -z "$closed" ] || belongs_to_another "$closed"
  echo "Setting up $venv"
  pip=("$venv/bin/python" -m pip --quiet --disable-pip-version-check)
  "${pip[@]}" --version >/dev/null 2>&1 ||
    "$venv/bin/python" -m ensurepip >/dev/null 2>&1 || "$python" -m venv --clear "$venv"
  needed=$venv/requirements.txt
  cat "${pins[@]}" >"$needed"
  if [ "$opencv" = opencv-python ]; then other=opencv-python-headless; else
    other=opencv-python
    sed -i '/^opencv-python==/,/[^\]$/d' "$needed"
    cat deploy/requirements/headless.txt >>"$needed"
  fi
  # Every file is checked against its digest, also those that build the project.
  { "${pip[@]}" uninstall --yes "$other" 2>/dev/null &&
    "${pip[@]}" install --no-compile --require-hashes --requirement "$needed" &&
    "${pip[@]}" install --no-compile --no-deps --no-build-isolation --editable .; } ||
    { echo "Python's packages were not all installed. Please run this again: it goes on from here." >&2; exit 1; }
  # What is run is compiled now, as its user may not write here; the rest of NumPy is not.
  # A file of a package that does not compile is none that runs.
  "$venv/bin/python" -m compileall -q "$venv/lib" mailbot solver \
    -x '/(tests|testing|f2py|distutils|numpy/typing|pip|setuptools)/' || true
  # Nothing that runs uses these; a later set-up fetches pip from Python itself.
  case $extras in *,test*) ;; *)
    "${pip[@]}" uninstall --yes setuptools pip 2>/dev/null # of which 3.12 brings one
    rm -rf "$venv"/lib/python*/site-packages/{numpy/{f2py,distutils,tests,*/tests},selectolax/*.c}
    ;;
  esac
  echo "$stamp" >"$venv/.stamp"
fi
