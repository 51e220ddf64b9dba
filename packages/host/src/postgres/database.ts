import { createHash } from 'node:crypto';
import { passwordOf, withLogin } from '@atelier/postgres/connection/address.ts';
import { connectionTo } from '@atelier/postgres/connection/connection-to.ts';
import { Client, DatabaseError } from 'pg';
import type { Cluster } from './cluster.ts';

/** The role that owns the tables and migrates. Not a superuser: nothing may depend on more. */
export const ownerRole = 'atelier_owner';
/** The login of API and workers. */
const loginRole = 'atelier_login';
/** The roles that a session takes; the first migration makes them. */
export const appRole = 'atelier_app';
export const projectorRole = 'atelier_projector';
/** Works on the queues' own tables, and on nothing else. */
const jobsRole = 'atelier_jobs';

/** Runs statements one after the other on a separate connection. */
export async function runSql(connectionString: string, ...statements: string[]): Promise<void> {
  const client = new Client({ ...connectionTo(connectionString), connectionTimeoutMillis: 60_000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Makes the owner's role when the cluster has none yet, and answers the owner's connection string. */
export async function ensureOwner(cluster: Cluster, database: string): Promise<string> {
  const url = new URL(cluster.url(database));
  const password = ownerPassword(url.password);
  await runSql(cluster.url(), ownerSql(password));
  url.username = ownerRole;
  url.password = password;
  return url.toString();
}

/** Derived, so that one password file is enough and the superuser's password stays out of the API. */
const ownerPassword = (password: string): string =>
  createHash('sha256').update(`owner:${password}`).digest('hex');

/** Gives a restored cluster's logins the passwords that belong to this folder's password file. */
export async function resetPasswords(connectionString: string, password: string): Promise<void> {
  await runSql(
    connectionString,
    `alter role postgres password '${password}'`,
    `alter role ${ownerRole} password '${ownerPassword(password)}'`,
  );
}

const ownerSql = (password: string): string => `
  do $$ begin
    if not exists (select from pg_roles where rolname = '${ownerRole}') then
      create role ${ownerRole} login createrole createdb password '${password}';
    end if;
  end $$`;

/** Makes the database, owned by the owner's role, when the cluster has none of this name. */
export async function ensureDatabase(cluster: Cluster, database: string): Promise<void> {
  const client = new Client({ connectionString: cluster.url() });
  await client.connect();
  try {
    const found = await client.query('select from pg_database where datname = $1', [database]);
    if (found.rowCount === 0) await client.query(`create database ${database} owner ${ownerRole}`);
  } finally {
    await client.end();
  }
}

/**
 * Makes the login that API and workers connect with, and answers its connection string. It owns nothing and
 * cannot become the owner: its sessions begin as the app's role and may only turn into the projectors'.
 * Where the owner may not make logins (some hosted servers) its own string comes back: the pools then take
 * their role at connect.
 */
export async function ensureLogin(ownerUrl: string, chosenPassword?: string): Promise<string> {
  const password = chosenPassword ?? loginPassword(ownerUrl);
  const serviceUrl = withLogin(ownerUrl, loginRole, password);
  try {
    await runSql(ownerUrl, loginSql(password.replaceAll("'", "''")));
    await runSql(serviceUrl, 'select 1');
    return serviceUrl;
  } catch (error) {
    if (error instanceof DatabaseError && chosenPassword === undefined) return ownerUrl;
    throw error;
  }
}

/** The connection string of that login as it is; the owner's own where the password is another, or the login not there. */
export async function knownLogin(ownerUrl: string, chosenPassword?: string): Promise<string> {
  const serviceUrl = withLogin(ownerUrl, loginRole, chosenPassword ?? loginPassword(ownerUrl));
  try {
    await runSql(serviceUrl, 'select 1');
    return serviceUrl;
  } catch (error) {
    if (error instanceof DatabaseError) return ownerUrl;
    throw error;
  }
}

const loginPassword = (ownerUrl: string): string =>
  createHash('sha256')
    .update(`login:${passwordOf(ownerUrl)}`)
    .digest('hex');

const loginSql = (password: string): string => `
  do $login$ begin
    if not exists (select from pg_roles where rolname = '${loginRole}') then
      create role ${loginRole} login noinherit;
    end if;
    alter role ${loginRole} password '${password}';
    alter role ${loginRole} set role = '${appRole}';
    alter role ${loginRole} set jit = off;
    grant ${appRole}, ${projectorRole}, ${jobsRole} to ${loginRole};
  end $login$`;
