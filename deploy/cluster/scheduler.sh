#!/usr/bin/env bash
# usage: scheduler.sh FOLDER [dask options]     FOLDER: ca.pem, cert.pem, key.pem
set -euo pipefail
tls=${1:?usage: scheduler.sh FOLDER}
shift
exec "${MAILBOT_BIN:-/opt/sudoku-mailbot/.venv/bin}/dask" scheduler --protocol tls --no-dashboard \
  --tls-ca-file "$tls/ca.pem" --tls-cert "$tls/cert.pem" --tls-key "$tls/key.pem" "$@"
