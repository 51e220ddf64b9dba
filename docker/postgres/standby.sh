#!/bin/sh
# A hot standby of the server "postgres", known to it by the name in STANDBY_NAME. The first start copies it. With SYNCHRONOUS=1 commits
# there wait for this standby from now on; without it again: alter system reset synchronous_standby_names, and reload.
set -eu
primary="host=postgres user=$POSTGRES_USER password=$POSTGRES_PASSWORD"
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  mkdir -p "$PGDATA" && chmod 700 "$PGDATA"
  pg_basebackup --pgdata="$PGDATA" --wal-method=stream --checkpoint=fast --write-recovery-conf \
    --dbname="$primary application_name=$STANDBY_NAME"
fi
if [ "${SYNCHRONOUS:-0}" = 1 ] && [ -f "$PGDATA/standby.signal" ]; then
  psql "$primary dbname=postgres" --quiet --command="alter system set synchronous_standby_names = '$STANDBY_NAME'" \
    --command='select from pg_reload_conf()'
fi
# Promoted, it waits for no standby: the copy of the first server's settings would have it wait for itself.
exec postgres -c max_connections=200 -c shared_buffers=256MB -c max_wal_size=2GB -c wal_keep_size=1GB \
  -c synchronous_standby_names=
