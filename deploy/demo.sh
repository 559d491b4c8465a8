#!/usr/bin/env bash
# From a fresh machine to answered letters: installs what is needed, then shows it.
# usage: deploy/demo.sh [FOLDER]     FOLDER: where the replies go
set -euo pipefail
cd "$(dirname "$0")/.."
deploy/setup.sh
exec .venv/bin/mailbot demo "$@"
