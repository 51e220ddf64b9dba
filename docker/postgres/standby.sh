#!/bin/sh
# A hot standby of the server "postgres", known to it by the name in STANDBY_NAME. The first start copies it.
set -eu
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  mkdir -p "$PGDATA" && chmod 700 "$PGDATA"
  pg_basebackup --pgdata="$PGDATA" --wal-method=stream --checkpoint=fast --write-recovery-conf \
    --dbname="host=postgres user=$POSTGRES_USER password=$POSTGRES_PASSWORD application_name=$STANDBY_NAME"
fi
exec postgres -c max_connections=200 -c shared_buffers=256MB -c max_wal_size=2GB -c wal_keep_size=1GB
