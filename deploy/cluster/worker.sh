#!/usr/bin/env bash
# usage: worker.sh FOLDER tls://SCHEDULER:8786 [dask options]
set -euo pipefail
tls=${1:?usage: worker.sh FOLDER tls://SCHEDULER:8786}
scheduler=${2:?usage: worker.sh FOLDER tls://SCHEDULER:8786}
shift 2
exec "${MAILBOT_BIN:-/opt/sudoku-mailbot/.venv/bin}/dask" worker "$scheduler" \
  --no-nanny --nthreads 1 --no-dashboard \
  --tls-ca-file "$tls/ca.pem" --tls-cert "$tls/cert.pem" --tls-key "$tls/key.pem" "$@"
