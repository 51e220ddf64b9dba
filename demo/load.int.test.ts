import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyPassword } from '@atelier/api/shared/passwords.ts';
import type { DataScope } from '@atelier/domain/shared/scope.ts';
import { DEFAULT_POLICY } from '@atelier/domain/policy.ts';
import { isStatusId } from '@atelier/domain/shared/status.ts';
import { inlineRowOf } from '@atelier/application/aggregates.ts';
import { createHistory } from '@atelier/application/dashboard/create-history.queries.ts';
import { dashboardStats } from '@atelier/application/dashboard/stats.queries.ts';
import { stageBoard } from '@atelier/application/dashboard/board.queries.ts';
import { createDatabase, inScope } from '@atelier/application/platform/database.ts';
import { createPool } from '@atelier/event-store/pool.ts';
import { EVENT_REGISTRY } from '@atelier/application/event-registry.ts';
import { openStore } from '@atelier/event-store/open-store.ts';
import type { ItemListRequest } from '@atelier/application/repair-list/item-filters.queries.ts';
import { listItemIds } from '@atelier/application/repair-list/item-list.queries.ts';
import { createPostgresBlobStore } from '@atelier/application/blobs/postgres-blob-store.ts';
import { findAccountForSignIn } from '@atelier/application/identity/account.queries.ts';
import { createTestDatabase, type TestDatabase } from '@atelier/tests/harness/postgres.ts';
import { startSlowProxy } from '@atelier/tests/harness/slow-proxy.ts';
import { DEMO_ACCOUNTS, DEMO_COLLEAGUES, DEMO_PASSWORD } from './accounts.ts';
import { readSecrets } from '@atelier/host/secrets.ts';
import { loadDemo } from './load.ts';
import { loadBulk } from './load/testing-bulk.ts';

const NOW = new Date('2026-11-20T10:00:00.000Z');
const folder = mkdtempSync(join(tmpdir(), 'atelier-demo-'));
const masterKeyFile = join(folder, 'master.key');
writeFileSync(masterKeyFile, '5a'.repeat(32));
const secrets = await readSecrets(masterKeyFile);

/** On a machine so busy that the first connections take longer than a caller of the running system would wait. */
async function load(database: TestDatabase): Promise<boolean> {
  const late = { count: 1, milliseconds: 3_000 };
  const owner = await startSlowProxy(database.connectionString, late);
  const app = await startSlowProxy(database.appUrl, late);
  try {
    return await loadDemo({ ownerUrl: owner.url, connectionString: app.url, masterKeyFile, now: NOW });
  } finally {
    await Promise.all([owner.close(), app.close()]);
  }
}

/** A load that breaks off before its history, because no rows can be written. */
async function interrupt(database: TestDatabase): Promise<void> {
  const owner = createPool({ connectionString: database.connectionString, role: 'owner', max: 1 });
  await owner.query('alter table shipment_row add constraint broken check (item_count < 0)');
  await expect(load(database)).rejects.toThrow('broken');
  expect((await owner.query(`select from streams where stream_id like 'item-%'`)).rowCount).toBe(0);
  await owner.query('alter table shipment_row drop constraint broken');
  await owner.end();
}

/** A database, the app's sessions on it, and the demo in it: completed after it was interrupted. */
async function openDemo() {
  const database = await createTestDatabase();
  await interrupt(database);
  const loaded = await load(database);
  const pool = createPool({ connectionString: database.appUrl, role: 'atelier_app', max: 4 });
  const store = await openStore({ pool, ...secrets, registry: EVENT_REGISTRY });
  const db = createDatabase(pool, store.sealing);
  const admin = createPool({ connectionString: database.adminUrl, role: 'owner', max: 1 });
  const close = async () => {
    await store.close();
    await Promise.all([pool.end(), admin.end()]);
    await database.drop();
  };
  return { database, loaded, pool, db, store, admin, close };
}

let demo: Awaited<ReturnType<typeof openDemo>>;
beforeAll(async () => {
  demo = await openDemo();
});
afterAll(async () => {
  await demo.close();
  rmSync(folder, { recursive: true, force: true });
});

async function one<T>(text: string, values: readonly unknown[] = []): Promise<T> {
  const { rows } = await demo.admin.query<{ value: T }>(text, [...values]);
  const [row] = rows;
  if (row === undefined) throw new Error(`nothing answers ${text}`);
  return row.value;
}

const siteId = (code: string) => one<number>('select id as value from sites where code = $1', [code]);

describe('a loaded demo', () => {
  it('is completed after an interruption: at least 600 jewels, each in one row, from one log', async () => {
    expect(demo.loaded).toBe(true);
    expect(await one<number>('select count(*)::int as value from item_row')).toBeGreaterThanOrEqual(600);
    expect(await one<number>(`select count(distinct status)::int as value from item_row`)).toBe(21);
    const counts = `select (select count(*) from streams where stream_id like 'item-%')
      - (select count(*) from item_row) as value`;
    expect(Number(await one<string>(counts))).toBe(0);
  });

  it('shows a Parisian the tiles of the picture, and twelve weeks without a hole', async () => {
    const scope: DataScope = { kind: 'store', siteId: await siteId('PAR') };
    const stats = await dashboardStats(demo.pool, { scope, now: NOW, policy: DEFAULT_POLICY });
    expect(stats).toMatchObject({
      ready_to_ship: 12,
      ready_to_ship_over_72h: 3,
      waiting_for_customer: 41,
      waiting_for_customer_over_week: 9,
      sent_to_warehouse: 7,
      in_transit: 22,
    });
    const weeks = await inScope(demo.db, scope, (trx) => createHistory(trx, scope, NOW));
    expect(weeks).toHaveLength(12);
    expect(weeks.filter((week) => week.total === 0)).toEqual([]);
  });

  it.each(['WHS', 'FSZ', 'FVZ'])(
    'counts at %s alike on the board, in the menu and in the lists',
    async (code) => {
      const scope: DataScope = { kind: 'site', siteId: await siteId(code) };
      const { siteId: site } = scope;
      const context = { scope, now: NOW, policy: DEFAULT_POLICY };
      const counts = await inScope(demo.db, scope, async (trx) => {
        const board = await stageBoard(trx, site, { stages: DEFAULT_POLICY.stages, now: NOW });
        const total = async (asked: Partial<ItemListRequest>) =>
          (await listItemIds(trx, { siteId: site, page: 1, pageSize: 1, ...asked }, context)).total;
        const stages = [];
        for (const { rma_status_id: status, count } of board?.columns ?? [])
          stages.push({ status, count, listed: await total({ statuses: [status] }) });
        const work = [];
        for (const { rma_status_id: status, count } of board?.waiting ?? [])
          if (isStatusId(status)) work.push({ status, count, listed: await total({ waiting: status }) });
        return { stages, work };
      });
      expect(counts.stages.filter(({ count, listed }) => count !== listed)).toEqual([]);
      expect(counts.work.filter(({ count, listed }) => count !== listed)).toEqual([]);
      expect(counts.work.map(({ status }) => status)).toEqual([
        3, 17, 18, 19, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14,
      ]);
      expect(counts.work.filter(({ count }) => count > 0)).not.toEqual([]);
    },
  );

  it('chains every event, and its rows are what the events say', async () => {
    expect(await demo.store.verifyChain('all')).toMatchObject({ ok: true });
    const { rows } = await demo.admin.query<{ id: string; status: number; version: number; fee: number }>(
      `select 'item-' || id as id, status, version, fee_amount as fee from item_row order by id`,
    );
    const histories = await demo.store.readStreams(rows.map((row) => row.id));
    for (const row of rows) {
      const history = histories.get(row.id);
      const values = inlineRowOf(row.id, history?.events ?? [])?.values;
      expect({ status: values?.['status'], fee: values?.['fee_amount'], version: history?.version }).toEqual({
        status: row.status,
        fee: row.fee,
        version: row.version,
      });
    }
  });

  it('encrypts people in the log, and reads them in their scripts', async () => {
    const plain = await one<number>(
      `select count(*)::int as value from events where type = 'RmaDeposited' and not data -> 'contact' ? '$sealed'`,
    );
    expect(plain).toBe(0);
    const scope: DataScope = { kind: 'store', siteId: await siteId('TYO') };
    const rmas = await inScope(demo.db, scope, (trx) =>
      trx.selectFrom('rma_row').select('fullname').execute(),
    );
    expect(rmas.filter((rma) => /\p{Script=Han}/u.test(rma.fullname)).length).toBeGreaterThan(
      rmas.length * 0.6,
    );
  });

  it('lets only its accounts sign in with the printed password', async () => {
    for (const { email, siteCode } of DEMO_ACCOUNTS) {
      const account = await findAccountForSignIn(demo.db, email);
      expect(account?.site?.code ?? null, email).toBe(siteCode);
      expect(account?.permissions.length, email).toBeGreaterThan(0);
      expect(await verifyPassword(account?.password_hash, DEMO_PASSWORD), email).toBe(true);
    }
    for (const { email } of DEMO_COLLEAGUES)
      expect((await findAccountForSignIn(demo.db, email))?.password_hash).toBeNull();
    expect(
      await one<number>('select count(distinct password_hash)::int as value from user_credentials'),
    ).toBe(10);
  });

  it('knows 24 workers, and names only them in the log', async () => {
    expect(await one<number>('select count(*)::int as value from worker_row')).toBe(24);
    const strangers = `select count(*)::int as value from events e where metadata ? 'worker'
      and not exists (select from worker_row w where w.id = (e.metadata -> 'worker' ->> 'id')::bigint)`;
    expect(await one<number>(strangers)).toBe(0);
  });

  it('stores a picture for every signature and photograph', async () => {
    const blobs = createPostgresBlobStore(demo.pool, demo.store.files);
    const { events } = await demo.store.readStream(
      await one<string>(
        `select stream_id as value from events where type = 'ItemHandedOver' order by position limit 1`,
      ),
    );
    const signed = events.find((event) => event.type === 'SignatureRecorded')?.data;
    const hash = new Map<string, unknown>(Object.entries(signed ?? {})).get('signature');
    expect((await blobs.get(String(hash)))?.mediaType).toBe('image/png');
  });

  it('lets the next deposit draw an id that is free', async () => {
    const [next = 0] = await demo.store.nextIds(1);
    const newest = await one<number>(
      'select max(id)::int as value from (select id from item_row union all select id from shipment_row) x',
    );
    expect(next).toBeGreaterThan(newest);
  });

  it('is not loaded a second time', async () => {
    const before = await one<string>('select count(*) as value from events');
    expect(await load(demo.database)).toBe(false);
    expect(await one<string>('select count(*) as value from events')).toBe(before);
  });
});

describe('a database that is not empty', () => {
  it('is left alone when accounts outside the demo use it', async () => {
    const database = await createTestDatabase();
    const owner = createPool({ connectionString: database.connectionString, role: 'owner', max: 1 });
    await owner.query(`insert into users (id, email, name, last_name, user_type, site_id, roles, active, version, position)
      values (1, 'somebody@real.example', 'Some', 'Body', 'admin', null, '{}', true, 1, 1)`);
    const lines: string[] = [];
    const options = {
      ownerUrl: database.connectionString,
      connectionString: database.appUrl,
      masterKeyFile,
      now: NOW,
    };
    expect(await loadDemo({ ...options, log: (line) => lines.push(line) })).toBe(false);
    expect(lines.join()).toContain('not loaded');
    const sites = await owner.query('select from sites');
    expect(sites.rowCount).toBe(0);
    await owner.end();
    await database.drop();
  });
});

describe('a database for benchmarks', () => {
  it('is filled with as many jewels as wanted, chunk by chunk', async () => {
    const database = await createTestDatabase();
    const chunks: number[] = [];
    const { connectionString: ownerUrl } = database;
    const onChunk = (events: number) => chunks.push(events);
    const events = await loadBulk({
      ownerUrl,
      ...secrets,
      now: NOW,
      items: 120,
      chunk: 60,
      onChunk,
    });
    const admin = createPool({ connectionString: database.adminUrl, role: 'owner', max: 1 });
    const { rows } = await admin.query<{ items: number; events: number }>(
      'select (select count(*)::int from item_row) as items, (select count(*)::int from events) as events',
    );
    expect(chunks).toHaveLength(2);
    expect(rows).toEqual([{ items: 120, events }]);
    await admin.end();
    await database.drop();
  });
});
