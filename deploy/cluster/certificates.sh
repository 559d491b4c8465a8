#!/usr/bin/env bash
# An authority and one certificate for a dask cluster, with openssl, into FOLDER.
# usage: certificates.sh FOLDER
set -euo pipefail
mkdir -p "${1:?usage: certificates.sh FOLDER}"
cd "$1"
umask 077
openssl req -x509 -newkey rsa:3072 -nodes -days 3650 -subj "/CN=mailbot cluster" \
  -keyout ca.key -out ca.pem 2>/dev/null
openssl req -newkey rsa:3072 -nodes -subj "/CN=mailbot" -keyout key.pem -out request.pem 2>/dev/null
openssl x509 -req -in request.pem -CA ca.pem -CAkey ca.key -CAcreateserial \
  -days 3650 -out cert.pem 2>/dev/null
rm -f request.pem ca.srl
echo "Written to $1: ca.pem, cert.pem, key.pem (copy these) and ca.key (keep it apart)."
