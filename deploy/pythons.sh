#!/usr/bin/env bash
# Which Pythons there are, and the environment of each. Sourced by setup.sh and run.sh.

# The first program of that name that is Python 3.11 to 3.14 with venv. A name alone
# proves nothing: a shim of pyenv may stand for a version that is switched off. For newer
# versions no packages are pinned.
find_python() {
  local name program
  for name in "$@"; do
    for program in $(type -aP "$name"); do
      if "$program" -c 'import sys, venv, ensurepip; sys.exit(not (3, 11) <= sys.version_info < (3, 15))' 2>/dev/null; then
        echo "$program"
        return
      fi
    done
  done
  return 1
}

default_python() {
  find_python python3 python3.14 python3.13 python3.12 python3.11 ||
    { echo "Python 3.11 to 3.14 with venv is needed; on Debian: apt-get install python3-venv" >&2; exit 1; }
}

# The Python that $PYTHON names, else the default one.
chosen_python() {
  [ -n "${PYTHON:-}" ] || { default_python; return; }
  find_python "$PYTHON" ||
    { echo "$PYTHON does not start, is not 3.11 to 3.14 or lacks venv; on Debian: apt-get install $(basename "$PYTHON")-venv" >&2; exit 1; }
}

version_of() { "$1" -c 'import sys; print("%d.%d" % sys.version_info[:2])'; }

# .venv for the default version, .venv-3.13 and the like for others.
environment_of() {
  local version
  version=$(version_of "$1")
  if [ "$version" = "$(version_of "$(default_python)")" ]; then echo .venv; else echo ".venv-$version"; fi
}

# One program for each version from 3.11 to 3.14 besides the one given.
other_pythons() {
  local version
  for version in 3.11 3.12 3.13 3.14; do
    [ "$version" = "$(version_of "$1")" ] || find_python "python$version" || true
  done
}
