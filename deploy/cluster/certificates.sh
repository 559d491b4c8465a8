#!/usr/bin/env bash
# An authority and a key for each party of a dask cluster, with openssl, into FOLDER.
# usage: certificates.sh FOLDER
set -euo pipefail
mkdir -p "${1:?usage: certificates.sh FOLDER}"
cd "$1"
umask 077
curve=(-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes)
openssl req -x509 "${curve[@]}" -days 3650 -subj "/CN=mailbot cluster" \
  -keyout ca.key -out ca.pem 2>/dev/null
for party in scheduler worker mailbot; do
  mkdir -p "$party"
  cp ca.pem "$party"
  openssl req "${curve[@]}" -subj "/CN=mailbot cluster $party" \
    -keyout "$party/key.pem" -out request.pem 2>/dev/null
  openssl x509 -req -in request.pem -CA ca.pem -CAkey ca.key -CAcreateserial \
    -days 3650 -out "$party/cert.pem" 2>/dev/null
done
rm -f request.pem ca.srl
echo "Written to $1: a folder for each of scheduler, worker and mailbot, to be copied to"
echo "its machine, and ca.key, with which more keys can be made (keep it apart)."
