#!/usr/bin/env bash
# Installs Debian packages for setup.sh. Run as root.
# usage: deploy/packages.sh PACKAGE...
# None of their services runs or is enabled afterwards, and no package is removed:
# Postfix would otherwise listen on every interface, and replace another mail server.
set -euo pipefail
export DEBIAN_FRONTEND=noninteractive LC_ALL=C
policy=/usr/sbin/policy-rc.d
log=$(mktemp)
by_us="written by $(basename "$0") for the time of an installation"

end() {
  rm -f "$log"
  if grep -qs "$by_us" "$policy"; then rm -f "$policy"; fi
}
trap end EXIT

# What starts with the machine or with a login: links of systemd and of System V.
enabled() {
  { find /etc/systemd -path '*.wants/*' -type l; find /etc/rc[2-5].d -name 'S*'; } 2>/dev/null | sort
}

apt() { apt-get -q -o DPkg::Lock::Timeout=600 "$@"; }

fail() {
  tail -n 5 "$log" >&2
  echo "$1" >&2
  exit 1
}

apt update >"$log" 2>&1 ||
  fail "Debian's packages cannot be fetched. Please try again when the network is there."
removed=$(apt -s install --no-install-recommends "$@" | sed -n 's/^Remv \([^ ]*\).*/\1/p' | tr '\n' ' ')
if [ -n "$removed" ]; then
  echo "Nothing was installed, for these packages would be removed: $removed" >&2
  echo "Please run this in a container or a virtual machine, or without --test." >&2
  exit 1
fi
# A program that is installed by hand may have its own; it is left as it is.
if [ ! -e "$policy" ]; then
  printf '#!/bin/sh\n# %s\nexit 101\n' "$by_us" >"$policy"
  chmod 755 "$policy"
fi
if [[ " $* " == *" postfix "* ]] && command -v debconf-set-selections >/dev/null; then
  echo "postfix postfix/main_mailer_type select No configuration" | debconf-set-selections
fi
before=$(enabled)
apt -y install --no-install-recommends --no-remove "$@" >"$log" 2>&1 ||
  fail "The packages were not all installed. Please run this again: it goes on from here."
for link in $(comm -13 <(echo "$before") <(enabled)); do
  name=$(basename "$link")
  case "$link" in
    */user/*) systemctl --global disable "$name" ;;
    */system/*) systemctl disable "$name" ;;
    *) update-rc.d "${name#S[0-9][0-9]}" disable ;;
  esac >>"$log" 2>&1 || { rm -f "$link"; }
done
