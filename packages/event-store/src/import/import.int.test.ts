import fc from 'fast-check';
import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { IdempotencyConflict, WrongExpectedVersion } from '../errors.ts';
import { createPool } from '../pool.ts';
import { makeNarrowPartitions } from '../testing/narrow-partitions.ts';
import { testMasterKey, testRegistry } from '../testing/test-registry.ts';
import { createTestStore, made, moved, testMetadata, to, type TestStore } from '../testing/test-store.ts';
import type { AppendRequest, DomainEvent, StreamAppend } from '../types.ts';
import { importEvents, type ImportTools } from './import-events.ts';
import { jsonbText } from '@atelier/postgres/jsonb-text.ts';

let t: TestStore;
let owner: Pool;

beforeAll(async () => {
  t = await createTestStore();
  owner = createPool({ connectionString: t.database.connectionString, role: 'owner', copies: true, max: 3 });
});
afterAll(async () => {
  await owner.end();
  await t.close();
});

const importing = (requests: readonly AppendRequest[], more: Partial<ImportTools> = {}) =>
  importEvents({ owner, registry: testRegistry, masterKey: testMasterKey, room: 1_000, ...more }, requests);
const request = (...streams: readonly StreamAppend[]): AppendRequest => ({ streams, metadata: testMetadata });
const counts = async () => {
  const { rows } = await owner.query<object>(
    `select (select count(*) from events) as events, (select count(*) from streams) as streams,
            (select count(*) from handled_commands) as keys`,
  );
  return rows[0];
};
const keyed = (key: string, fingerprint: string, ...streams: readonly StreamAppend[]): AppendRequest => ({
  ...request(...streams),
  idempotency: { person: 'user-1', key, fingerprint, answer: { itemId: 7 } },
});

describe('importEvents', () => {
  test('leaves streams as append leaves them: versions, chain, and the next expected version', async () => {
    const remark: DomainEvent = {
      type: 'RemarkMade',
      data: { customer: 'c-1', text: 'scratched\\n\ttwice', contact: { phone: '1' }, images: [] },
    };
    const result = await importing([
      request(to('thing-1', 0, made('ring'), moved(1)), to('thing-2', 0, made('Ré\n"x"'))),
      request(to('thing-1', 2, remark)),
    ]);
    expect(result).toMatchObject({ events: 4, streams: 2, replayed: 0, last: result.first + 3 });
    expect(await t.store.readHorizon()).toMatchObject({ position: result.last });
    expect(await t.store.verifyChain('all')).toMatchObject({ ok: true });

    const history = await t.store.readStream('thing-1');
    expect(history.events.map(({ version, data }) => [version, data])).toEqual([
      [1, { name: 'ring' }],
      [2, { place: 1 }],
      [3, remark.data],
    ]);
    const stored = await owner.query(`select data from events where type = 'RemarkMade'`);
    expect(JSON.stringify(stored.rows)).not.toContain('scratched');

    const stale = t.store.append(request(to('thing-1', 2, moved(3))));
    await expect(stale).rejects.toThrow(WrongExpectedVersion);
    const next = await t.store.append(request(to('thing-1', 3, moved(3))));
    expect(next.position).toBeGreaterThan(result.last);
    expect(await t.store.verifyChain('thing-1')).toMatchObject({ ok: true, events: 4 });
  });

  test('goes on with a stream of the log and keeps the rules of a guard', async () => {
    await t.store.append(request(to('thing-10', 0, made('ring'))));
    await t.store.append(request(to('thing-11', 0, made('ring'))));
    await importing([
      request(to('thing-10', 1, moved(1)), to('thing-11', 1)),
      request(to('thing-10', 2, moved(2))),
    ]);
    expect(await t.store.verifyChain('thing-10')).toMatchObject({ ok: true, events: 3 });

    const before = await counts();
    await expect(importing([request(to('thing-12', 0, made('x')), to('thing-11', 2))])).rejects.toMatchObject(
      {
        request: 0,
        cause: { streamId: 'thing-11', expected: 2, actual: 1 },
      },
    );
    expect(await counts()).toEqual(before);
  });

  test('refuses a stream that is to be new and is not, and changes nothing', async () => {
    await t.store.append(request(to('thing-20', 0, made('ring'))));
    const before = await counts();
    const double = importing([request(to('thing-21', 0, made('x'))), request(to('thing-20', 0, made('x')))]);
    await expect(double).rejects.toMatchObject({ streamId: 'thing-20', expected: 0, actual: 1 });
    expect(await counts()).toEqual(before);
  });

  test('keeps idempotency keys: an import sent twice changes nothing the second time', async () => {
    const requests = [
      keyed('k1', 'a', to('thing-30', 0, made('ring'))),
      keyed('k2', 'b', to('thing-30', 1, moved(1))),
      keyed('k2', 'b', to('thing-30', 1, moved(1))),
    ];
    expect(await importing(requests)).toMatchObject({ events: 2, replayed: 1 });
    expect(await importing(requests)).toMatchObject({ events: 0, replayed: 3 });
    const again = await t.store.append(keyed('k2', 'b', to('thing-30', 1, moved(1))));
    expect(again).toMatchObject({ replayed: true, versions: { 'thing-30': 2 }, answer: { itemId: 7 } });
    const other = importing([keyed('k2', 'other', to('thing-30', 2, moved(1)))]);
    await expect(other).rejects.toMatchObject({ request: 0, cause: expect.any(IdempotencyConflict) });
  });

  test('refuses what append refuses, with the number of the request', async () => {
    const before = await counts();
    const good = request(to('thing-40', 0, made('ring')));
    await expect(importing([good, request(to('Thing', 0, made('x')))])).rejects.toMatchObject({ request: 1 });
    const unknown = request(to('thing-41', 0, { type: 'Unknown', data: {} }));
    await expect(importing([good, unknown])).rejects.toMatchObject({ request: 1 });
    const nobody = request(to('thing-41', 0, { type: 'RemarkMade', data: { text: 'x' } }));
    await expect(importing([good, good, nobody])).rejects.toMatchObject({ request: 2 });
    await expect(importing([good, request(to('thing-41', 0, made('\0')))])).rejects.toThrow('Unicode');
    expect(await counts()).toEqual(before);
  });

  test('makes the partitions that it needs on its way, however many', async () => {
    const other = await createTestStore();
    const { connectionString } = other.database;
    const pool = createPool({ connectionString, role: 'owner', copies: true, max: 3 });
    await makeNarrowPartitions(pool, 2_000);
    const things = Array.from({ length: 12_000 }, (_, thing) => request(to(`wide-${thing}`, 0, made('x'))));
    const tools = { owner: pool, registry: testRegistry, masterKey: testMasterKey, room: 1_000 };
    await importEvents(tools, things);
    const { rows } = await pool.query<{ tables: number; aside: number }>(
      `select count(distinct tableoid)::integer as tables,
              count(*) filter (where tableoid = 'events_default'::regclass)::integer as aside from events`,
    );
    await Promise.all([pool.end(), other.close()]);
    expect(rows).toEqual([{ tables: 7, aside: 0 }]);
  });

  test('reads no more for a later block than for an earlier one', async () => {
    const other = await createTestStore();
    const pool = createPool({
      connectionString: other.database.connectionString,
      role: 'owner',
      copies: true,
      max: 3,
      applicationName: 'counted import',
    });
    const turns = 8;
    const things = Array.from({ length: 5_000 }, (_, thing) => `thing-${thing}`);
    const requests = Array.from({ length: turns }, (_, turn) =>
      things.map((id) => request(to(id, turn, turn === 0 ? made(id) : moved(turn)))),
    ).flat();
    await importEvents({ owner: pool, registry: testRegistry, masterKey: testMasterKey }, requests);
    // A session counts what it has read before it leaves the list of sessions, which is after its connection is closed.
    await pool.end();
    await vi.waitUntil(async () => (await countedSessions(other.pool)) === 0, { timeout: 60_000 });
    const { rows } = await other.pool.query<{ found: number }>(
      `select sum(idx_tup_read)::integer as found from pg_stat_user_indexes where indexrelname like 'events_%stream_id%'`,
    );
    await other.close();
    // One for each event that follows an event of an earlier block.
    expect(rows).toEqual([{ found: things.length * (turns - 1) }]);
  });
});

async function countedSessions(pool: Pool): Promise<number> {
  const { rowCount } = await pool.query(
    `select 1 from pg_stat_activity where application_name = 'counted import'`,
  );
  return rowCount ?? 0;
}

describe('jsonbText', () => {
  test('prints any JSON as jsonb does', async () => {
    const values = fc.sample(fc.jsonValue({ noUnicodeString: false, maxDepth: 4 }), 2_000);
    const numbers = fc.sample(fc.double({ noNaN: true, noDefaultInfinity: true }), 2_000);
    const more = [
      -0,
      1e21,
      1.5e-7,
      5e-324,
      1.7976931348623157e308,
      -1e-21,
      2 ** 53,
      1.1e21,
      { b: 1, aa: 2, a: 3, é: 4, zz: 5, '\u{1f600}': 6, '\uffee': 7, '': 8 },
      { left: undefined, when: new Date(0), empty: {}, none: [], holes: [undefined, NaN] },
      'tab\t newline\n \u0001 \u007f \u2028 \\ " /',
    ];
    // Neither a lone surrogate nor a zero byte is accepted by jsonb from any sender.
    const sendable = [...values, ...numbers, ...more].filter((value) => {
      const text = JSON.stringify(value);
      return !/\\u(0000|d[89a-f])/i.test(text);
    });
    const { rows } = await owner.query<{ text: string }>(
      'select value::text as text from jsonb_array_elements($1::jsonb) with ordinality e (value, n) order by n',
      [JSON.stringify(sendable)],
    );
    expect(sendable.length).toBeGreaterThan(3_500);
    for (const [index, value] of sendable.entries()) expect(jsonbText(value)).toBe(rows[index]?.text);
  });
});
