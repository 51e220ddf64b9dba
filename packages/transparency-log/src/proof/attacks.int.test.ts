import { generateKeyPairSync } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createPool } from '@atelier/event-store/pool.ts';
import { settleHorizon } from '@atelier/event-store/testing/settle-horizon.ts';
import {
  createTestStore,
  made,
  moved,
  testMetadata,
  to,
  type TestStore,
} from '@atelier/event-store/testing/test-store.ts';
import { sealIn, sealLog, SealRefused } from './seal-log.ts';
import { formatVerifierKey, signerKey } from './signed-note.ts';
import { verifyLog } from './verify-log.ts';

/** What a superuser does to the machinery around the events, instead of to the events alone (reliability S14). */
const signer = signerKey('atelier.test/log', 'log', generateKeyPairSync('ed25519').privateKey);
const stranger = signerKey('stranger.test/log', 'log', generateKeyPairSync('ed25519').privateKey);

let t: TestStore;
let [pool, superuser]: Pool[] = [];
let intruder: PoolClient;

beforeAll(async () => {
  t = await createTestStore();
  pool = createPool({ connectionString: t.database.projectorUrl, role: 'atelier_projector', max: 4 });
  superuser = createPool({ connectionString: t.database.adminUrl, role: 'owner', unattended: true, max: 1 });
  intruder = await superuser.connect();
  for (let round = 0; round < 3; round += 1) {
    for (let n = 0; n < 120; n += 1)
      await t.store.append({
        streams: [to(`thing-${round}-${n}`, 0, made('ring'), moved(n))],
        metadata: testMetadata,
      });
    await settleHorizon(pool, t.store);
    await sealLog(pool, { signer });
  }
});
afterAll(async () => {
  intruder.release();
  await Promise.all([superuser?.end(), pool?.end()]);
  await t.close();
});
beforeEach(() => intruder.query('begin'));
afterEach(() => intruder.query('rollback'));

const faults = async () => (await verifyLog({ db: intruder, logKeys: [signer.verifier] })).faults;
const details = async () => (await faults()).map(({ detail }) => detail).join('\n');

const forge = `update events set data = jsonb_set(data, '{name}', '"gold"') where position = (select min(position) from events)`;
const hashArgs = '(bytea, bigint, timestamptz, integer, integer, uuid, text, text, jsonb, jsonb)';

describe('what the database computes is not believed', () => {
  test('finds nothing before', async () => expect(await faults()).toEqual([]));

  test('a hash function that returns what is stored', async () => {
    await intruder.query(`
      create or replace function event_hash(previous_hash bytea, place bigint, moment timestamptz, stream_version integer,
        data_version integer, id uuid, stream text, event_type text, event_data jsonb, envelope jsonb)
      returns bytea language sql stable as 'select hash from events where position = place'; ${forge}`);
    expect(await faults()).toMatchObject([{ kind: 'changed', field: expect.stringContaining('data') }]);
  });

  test('a hash function that is gone', async () => {
    await intruder.query(`alter function event_hash${hashArgs} rename to gone; ${forge}`);
    expect(await faults()).toMatchObject([{ kind: 'changed' }]);
  });

  test('a cast that prints another event', async () => {
    await intruder.query(`
      create function genuine(jsonb) returns text language sql immutable as $$ select '{"name": "ring"}' $$;
      create cast (jsonb as text) with function genuine(jsonb) as implicit; ${forge}`);
    expect(await faults()).toMatchObject([{ kind: 'changed' }]);
  });
});

describe('what is read must be the tables', () => {
  test.each([
    [
      'a view',
      'alter table events rename to held; create view events as select * from held',
      'events is no table',
    ],
    [
      'a view of another schema before it',
      `create schema shown; create view shown.streams as select * from public.streams;
       set local search_path to shown, public`,
      'streams is hidden by another one',
    ],
    [
      'a policy',
      'alter table streams enable row level security; create policy few on streams using (version > 1)',
      'streams is filtered by row security',
    ],
    ['a trigger', triggerOn('streams'), 'streams has a trigger'],
    ['a trigger on a partition', triggerOn('events_1'), 'has a trigger'],
    [
      'a column that is computed',
      'alter table log_horizon add column shown bigint generated always as (position) stored',
      'log_horizon has a column that is computed',
    ],
    ['a table that is gone', 'alter table log_keys rename to held_keys', 'log_keys is gone'],
  ])('%s', async (_, attack, said) => {
    const [partition] = (
      await intruder.query<{ name: string }>(
        `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'events'::regclass limit 1`,
      )
    ).rows;
    await intruder.query(attack.replaceAll('events_1', partition?.name ?? ''));
    expect(await details()).toContain(said);
  });
});

function triggerOn(table: string): string {
  return `create function nothing() returns trigger language plpgsql as 'begin return null; end';
          create trigger hides before update on ${table} for each row execute function nothing()`;
}

describe('what is stored beside the events', () => {
  const newest = 'size = (select max(size) from log_checkpoints)';
  const parts = `from log_entry_parts where tile = 1 and start = (select min(start) from log_entry_parts where tile = 1)`;

  test.each([
    ['a horizon set back', 'update log_horizon set position = 100', 'log_horizon stands at position 100'],
    [
      'a checkpoint further on',
      `update log_checkpoints set position = position + 50 where ${newest}`,
      'names position',
    ],
    [
      'a checkpoint further back',
      `update log_checkpoints set position = position - 50 where ${newest}`,
      'names position',
    ],
    [
      'an event below the first position',
      'update events set position = -7 where position = 5',
      'no position below 1',
    ],
    [
      'a part that says other positions',
      `update log_entry_parts set first_position = first_position - 1 where (tile, start) in (select tile, start ${parts})`,
      'are not those of positions',
    ],
    [
      'a tile that no leaves give',
      `insert into log_tile_parts (level, tile, start, hashes) values (3, 9, 0, sha256('x'))`,
      'tile 9 of level 3',
    ],
    [
      'a part that overlaps',
      `insert into log_tile_parts (level, tile, start, hashes) values (0, 0, 7, sha256('x'))`,
      'overlaps another',
    ],
    [
      'a row of garbage among the keys',
      `insert into log_keys (verifier_key) values ('garbage')`,
      'a row of log_keys is no key',
    ],
    [
      'a key that signed nothing',
      `insert into log_keys (verifier_key) values ('${formatVerifierKey(stranger.verifier)}')`,
      'has signed no stored checkpoint',
    ],
    [
      'another key in its place',
      `update log_keys set verifier_key = '${formatVerifierKey(stranger.verifier)}'`,
      'by a key that log_keys lacks',
    ],
  ])('%s', async (_, attack, said) => {
    await intruder.query(attack);
    expect(await details()).toContain(said);
  });

  test('a checkpoint that names another position is not continued', async () => {
    await intruder.query(`update log_checkpoints set position = position + 50 where ${newest}`);
    await expect(sealIn(intruder, { signer })).rejects.toThrow(SealRefused);
  });

  test('a last entry that names another position is not continued', async () => {
    await intruder.query(
      `update log_entry_parts set entries = set_byte(entries, length(entries) - 90, get_byte(entries, length(entries) - 90) # 1) where last_position = (select max(last_position) from log_entry_parts)`,
    );
    await expect(sealIn(intruder, { signer })).rejects.toThrow(SealRefused);
  });
});
