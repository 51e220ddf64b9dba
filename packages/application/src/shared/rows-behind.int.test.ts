import { CompiledQuery } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DataScope } from '@atelier/domain/shared/scope.ts';
import { createPool } from '@atelier/event-store/pool.ts';
import {
  createTestStore,
  made,
  testMetadata,
  to,
  type TestStore,
} from '@atelier/event-store/testing/test-store.ts';
import { createRowsBehind } from './rows-behind.ts';

interface Thing {
  readonly id: number;
  readonly site_id: number;
}

const PARIS: DataScope = { kind: 'store', siteId: 1 };
const LYON: DataScope = { kind: 'store', siteId: 2 };

let t: TestStore;
beforeAll(async () => {
  t = await createTestStore();
  const owner = createPool({ connectionString: t.database.connectionString, role: 'owner', max: 1 });
  await owner.query(`create table things (
      id bigint primary key, site_id integer not null, version integer not null, position bigint not null);
    select register_inline_table('things');
    select protect_table('things', 'site_id = (select app_scope_site())')`);
  await owner.end();
});
afterAll(() => t.close());

/** The queries that were asked for, and the reads that made them. */
function thingsBehind(text = 'select id, site_id from things where id = any($1)') {
  const asked: (readonly number[])[] = [];
  const behind = createRowsBehind<Thing>((ids) => {
    asked.push(ids);
    return CompiledQuery.raw(text, [ids]);
  });
  return { asked, behind };
}

let last = 0;
/** Makes a thing of a site, and reads it in the scope. */
async function makeThing(
  { behind }: Pick<ReturnType<typeof thingsBehind>, 'behind'>,
  siteId: number,
  scope: DataScope,
) {
  last += 1;
  const id = last;
  const read = behind(scope, id);
  expect(read.whenRead()).toBeNull();
  const stream = {
    ...to(`thing-${id}`, 0, made('x')),
    row: { table: 'things', values: { id, site_id: siteId } },
  };
  await t.store.append({ streams: [stream], metadata: testMetadata, behind: read });
  return { id, row: await read.whenRead() };
}

describe('rows read behind appends', () => {
  test('are what the scope shows, although several scopes travel with one statement', async () => {
    const things = thingsBehind();
    const made = await Promise.all(
      Array.from({ length: 24 }, (_, index) => makeThing(things, (index % 2) + 1, index % 3 ? PARIS : LYON)),
    );
    for (const [index, { id, row }] of made.entries()) {
      const siteId = (index % 2) + 1;
      const isShown = (index % 3 ? 1 : 2) === siteId;
      expect(row).toEqual(isShown ? { id, site_id: siteId } : undefined);
    }
    // Fewer queries than commands: those of one scope were read together.
    expect(things.asked.length).toBeLessThan(24);
    expect(things.asked.flat()).toHaveLength(24);
  });

  test('leave the session without a scope', async () => {
    await makeThing(thingsBehind(), 1, { kind: 'all' });
    const { rows } = await t.pool.query<Thing>('select * from things');
    expect(rows).toEqual([]);
  });

  test('fail for the one who waits for them, and not the command', async () => {
    await expect(
      makeThing(thingsBehind('select no_column from things where id = any($1)'), 1, PARIS),
    ).rejects.toThrow(/no_column/);
    const { version } = await t.store.readStream(`thing-${last}`);
    expect(version).toBe(1);
  });
});
