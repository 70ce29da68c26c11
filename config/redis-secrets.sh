#!/bin/sh
# Makes the passwords and the users of the Redis of docker-compose.yml, once: sh config/redis-secrets.sh [DIRECTORY]
# Each user has what it needs only: API servers all keys of the control plane, controllers their work queues, the health check a ping.
set -eu
directory=${1:-.orch/redis-secrets}
mkdir -p "$directory"
# Other users of this machine do not enter it. The files are readable, since containers read them as users of their own.
chmod 700 "$directory"
umask 022

password() {
  [ -s "$directory/$1" ] || od -An -N24 -tx1 /dev/urandom | tr -d ' \n' >"$directory/$1"
  cat "$directory/$1"
}

servers=$(password redis-orch-password)
queues=$(password redis-queue-password)
cat >"$directory/redis-users.acl" <<END
user default off ~* &* +@all
user orch on >$servers ~{orch}* +@all -@dangerous +info +config|get +acl|dryrun
user queue on >$queues ~{orch}:queue:* +@read +@write +@scripting +@connection +@transaction -@dangerous +info
user health on nopass -@all +ping
END
