#!/bin/sh
# Runs once, when the first server makes its data folder: lets the standby and the replica stream from it.
echo 'host replication all samenet scram-sha-256' >>"$PGDATA/pg_hba.conf"
