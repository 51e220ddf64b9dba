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
import type { EarlierValues } from './prove-values.ts';
import { sealLog } from './seal-log.ts';
import { signerKey } from './signed-note.ts';
import { verifyLog } from './verify-log.ts';

const signer = signerKey('atelier.test/log', 'log', generateKeyPairSync('ed25519').privateKey);
let t: TestStore;
let [pool, superuser]: Pool[] = [];
let intruder: PoolClient;

beforeAll(async () => {
  t = await createTestStore();
  pool = createPool({ connectionString: t.database.projectorUrl, role: 'atelier_projector', max: 4 });
  superuser = createPool({ connectionString: t.database.adminUrl, role: 'owner', unattended: true, max: 1 });
  intruder = await superuser.connect();
  await t.store.append({
    streams: [to('thing-1', 0, made('ring'), moved(30_000))],
    metadata: testMetadata,
  });
  await settleHorizon(pool, t.store);
  await sealLog(pool, { signer });
  await t.store.append({ streams: [to('thing-2', 0, made('brooch'), moved(450))], metadata: testMetadata });
});
afterAll(async () => {
  intruder.release();
  await Promise.all([superuser?.end(), pool?.end()]);
  await t.close();
});
beforeEach(() => intruder.query('begin'));
afterEach(() => intruder.query('rollback'));

const change = (stream: string, set: string) =>
  intruder.query(`update events set ${set} where stream_id = $1 and version = 2`, [stream]);
const verify = async (earlier: EarlierValues = async () => []) =>
  (await verifyLog({ db: intruder, logKeys: [signer.verifier], earlier })).faults;
const rowOf =
  (row: object): EarlierValues =>
  async (streamId) =>
    streamId.startsWith('thing-') ? [row] : [];

describe('the value that a changed event held (product/audit.md §8)', () => {
  test('is shown where a row that was made of it gives the hash that was sealed', async () => {
    await change('thing-1', `data = jsonb_set(data, '{place}', '1')`);
    expect(await verify(rowOf({ amount: { paid: 30_000 } }))).toMatchObject([
      {
        kind: 'changed',
        code: 'event_changed',
        streamId: 'thing-1',
        version: 2,
        type: 'ThingMoved',
        field: 'data',
        values: [{ field: 'data.place', before: 30_000, after: 1, by: 'hash' }],
      },
    ]);
  });

  test('is not shown where nothing proves it, whatever a row says', async () => {
    await change('thing-1', `data = jsonb_set(data, '{place}', '1')`);
    expect(await verify(rowOf({ amount: 29_999 }))).toMatchObject([{ field: 'data', values: [] }]);
    expect(await verify()).toMatchObject([{ values: [] }]);
  });

  test('is shown for a property that was added, and for one in the envelope', async () => {
    await change('thing-1', `data = data || '{"waived": true}'`);
    expect(await verify()).toMatchObject([
      { values: [{ field: 'data.waived', before: null, after: true, by: 'hash' }] },
    ]);
    await intruder.query('rollback; begin');
    await change('thing-1', `metadata = jsonb_set(metadata, '{actor,id}', '99')`);
    expect(await verify()).toMatchObject([
      { field: 'metadata', values: [{ field: 'metadata.actor.id', after: 99, by: 'hash' }] },
    ]);
  });

  test('is read from the leaf where it stands there', async () => {
    await change('thing-1', 'schema_version = 7');
    expect(await verify()).toMatchObject([
      { values: [{ field: 'schema_version', before: 1, after: 7, by: 'seal' }] },
    ]);
  });

  test('is shown for an event that was not sealed yet, by its own hash', async () => {
    await change('thing-2', `data = jsonb_set(data, '{place}', '2')`);
    expect(await verify(rowOf({ at: 450 }))).toMatchObject([
      {
        kind: 'changed',
        code: 'chain_content',
        type: 'ThingMoved',
        field: 'data',
        values: [{ field: 'data.place', before: 450, after: 2 }],
      },
    ]);
  });
});
