import { DAY_MS } from '@atelier/domain/kernel.ts';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPostgresBlobStore } from './blobs/postgres-blob-store.ts';
import { createDatabase } from './platform/database.ts';
import {
  createTestStore,
  made,
  testMetadata,
  to,
  type TestStore,
} from '@atelier/event-store/testing/test-store.ts';
import { COMMAND_KEYS_DAYS, FINE_MARKS_DAYS, RETENTION_TASKS } from './retention.ts';
import { TABLE_RETENTION } from './testing-retention.ts';

let t: TestStore;
let owner: Client;
const now = new Date();

beforeAll(async () => {
  t = await createTestStore();
  owner = new Client({ connectionString: t.database.connectionString });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await t.close();
});

const ago = (days: number): Date => new Date(now.getTime() - days * DAY_MS);

async function run(table: string): Promise<number> {
  const services = { db: createDatabase(t.pool), blobs: createPostgresBlobStore(t.pool, t.store.files) };
  const task = RETENTION_TASKS.find((each) => each.table === table);
  return (await task?.run(services, now)) ?? -1;
}

async function column(query: string): Promise<unknown[]> {
  const { rows } = await owner.query<{ value: unknown }>(query);
  return rows.map(({ value }) => value);
}

describe('retention', () => {
  it('has a line for every table of the schema, and none for another', async () => {
    const tables = await column(`
      select c.relname as value from pg_class c
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`);
    expect(tables.map(String).toSorted()).toEqual(Object.keys(TABLE_RETENTION).toSorted());
  });

  it('honours an idempotency key for thirty days, then forgets it', async () => {
    for (const key of ['old', 'young']) {
      const idempotency = { person: 'u1', key, fingerprint: 'f' };
      await t.store.append({
        streams: [to(`thing-${key}`, 0, made('x'))],
        metadata: testMetadata,
        idempotency,
      });
    }
    await owner.query(`update handled_commands set recorded_at = $1 where key = 'old'`, [
      ago(COMMAND_KEYS_DAYS + 1),
    ]);
    await owner.query(`update handled_commands set recorded_at = $1 where key = 'young'`, [
      ago(COMMAND_KEYS_DAYS - 1),
    ]);
    expect(await run('handled_commands')).toBe(1);
    expect(await column('select key as value from handled_commands')).toEqual(['young']);
    expect(await run('handled_commands')).toBe(0);
  });

  it('never forgets a key of the last week, whatever it is asked', async () => {
    await owner.query(`update handled_commands set recorded_at = now() - interval '6 days'`);
    await t.pool.query(`select forget_handled_commands(now() + interval '1 year')`);
    expect(await column('select count(*) as value from handled_commands')).toEqual(['1']);
  });

  it('keeps one mark of the horizon an hour beyond thirty days, and every one of the days since', async () => {
    await owner.query('delete from horizon_marks');
    const insert = `insert into horizon_marks
      select date_trunc('hour', $1::timestamptz) + n * interval '10 minutes', n from generate_series(0, 11) n`;
    await owner.query(insert, [ago(FINE_MARKS_DAYS + 2)]);
    await owner.query(insert, [ago(FINE_MARKS_DAYS - 2)]);
    expect(await run('horizon_marks')).toBe(10);
    expect(await column('select position as value from horizon_marks order by noted_at limit 3')).toEqual([
      '0',
      '6',
      '0',
    ]);
    expect(await run('horizon_marks')).toBe(0);
  });
});
