#!/bin/sh
# Runs once, when the vault's server makes its data folder: a login that reads, for the service that makes backups.
psql --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" --set ON_ERROR_STOP=1 <<SQL
create role vault_reader login password '${READER_PASSWORD}';
alter default privileges for role ${POSTGRES_USER} grant select on tables to vault_reader;
SQL
