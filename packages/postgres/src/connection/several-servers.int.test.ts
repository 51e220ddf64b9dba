import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Client, type Pool } from 'pg';
import { startStandby, promote } from '@atelier/tests/harness/standby.ts';
import { startCluster, type Cluster } from '@atelier/host/postgres/cluster.ts';
import { chooseRunAs, giveTo, reachableTmp } from '@atelier/host/run-as.ts';
import { runSql } from '@atelier/host/postgres/database.ts';
import { signal, waitForEnd } from '@atelier/host/processes.ts';
import { createPool } from '@atelier/event-store/pool.ts';
import { connectionTo } from './connection-to.ts';

/** A primary and its standby. The tests are one story: each finds the servers as the one before left them. */
let folder: string;
let primary: Cluster;
let standby: Cluster;
let pool: Pool;

const addressOf = (query: string, ...clusters: readonly Cluster[]): string => {
  const { username, password } = new URL(primary.url());
  const hosts = clusters.map(({ port }) => `127.0.0.1:${port}`).join(',');
  return `postgres://${username}:${password}@${hosts}/postgres${query}`;
};

beforeAll(async () => {
  const user = chooseRunAs('');
  folder = mkdtempSync(join(reachableTmp(user), 'atelier-pair-'));
  giveTo(folder, user);
  primary = await startCluster({ home: join(folder, 'one'), durable: false });
  await runSql(primary.url(), 'create table written (server text)');
  standby = await startStandby(primary, { home: join(folder, 'two'), name: 'two' });
  pool = createPool({
    connectionString: addressOf('?target_session_attrs=read-write', standby, primary),
    role: 'owner',
  });
});

afterAll(async () => {
  signal(primary.pid, 'SIGCONT');
  await pool.end();
  await Promise.all([primary.stop(), standby.stop()]);
  rmSync(folder, { recursive: true, force: true });
});

const portOf = async (from: Pool | Client): Promise<number> => {
  const { rows } = await from.query<{ port: number }>(`select current_setting('port')::int as port`);
  return rows[0]?.port ?? 0;
};

async function untilWritten(what: string, withinMs = 15_000): Promise<number> {
  const began = performance.now();
  for (;;) {
    const error = await pool.query('insert into written values ($1)', [what]).then(
      () => undefined,
      (failure: unknown) => failure,
    );
    if (error === undefined) return performance.now() - began;
    if (performance.now() - began > withinMs) throw error;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

test('connections go to the one that takes writes, wherever it is named', async () => {
  await pool.query(`insert into written values ('one')`);
  expect(await portOf(pool)).toBe(primary.port);
});

test('a reader takes the standby', async () => {
  const reader = createPool({
    connectionString: addressOf('?target_session_attrs=prefer-standby', primary, standby),
    role: 'owner',
  });
  expect(await portOf(reader)).toBe(standby.port);
  await reader.end();
});

test('where no server accepts writes the error says of each server why', async () => {
  const none = createPool({
    connectionString: addressOf('?target_session_attrs=read-write', standby),
    role: 'owner',
  });
  const failure = await none.query('select 1').catch((error: unknown) => error);
  expect(failure).toMatchObject({ code: '57P03', name: 'NoServer' });
  expect(String(failure)).toContain(`no server takes writes: 127.0.0.1:${standby.port} is a standby`);
  await none.end();
});

test('sessions on a primary that no longer answers are ended once another took its place', async () => {
  const held = await pool.connect();
  const lost = new Promise((resolve) => held.once('error', resolve));
  const listening = new Client(connectionTo(addressOf('', primary, standby)));
  const deaf = new Promise((resolve) => listening.on('error', resolve));
  await listening.connect();
  await listening.query('listen news');
  // As a cut network has it: nothing comes back, and nothing says so.
  signal(primary.pid, 'SIGSTOP');
  const waiting = held.query('select pg_sleep(60)').catch((error: unknown) => error);
  await promote(standby);
  for (const ended of [lost, waiting, deaf]) expect(String(await ended)).toContain('takes writes no longer');
  held.release(true);
  await untilWritten('after');
  expect(await portOf(pool)).toBe(standby.port);
});

test('a former primary that restarts is not written to', async () => {
  signal(primary.pid, 'SIGKILL');
  signal(primary.pid, 'SIGCONT');
  await waitForEnd(primary.pid, 10_000);
  primary = await startCluster({ home: join(folder, 'one'), port: primary.port, durable: false });
  const both = createPool({ connectionString: addressOf('', primary, standby), role: 'owner' });
  expect(await portOf(both)).toBe(standby.port);
  await both.end();
  // Also while the new one cannot be reached.
  await standby.stop();
  await new Promise((resolve) => setTimeout(resolve, 300));
  const failure = await pool.query('select 1').catch((error: unknown) => error);
  expect(String(failure)).toContain('has an older timeline');
});
