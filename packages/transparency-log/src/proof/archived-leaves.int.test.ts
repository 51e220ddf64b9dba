import { createHash, generateKeyPairSync } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Pool } from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { attachEvents } from '@atelier/event-store/archive/attach-events.ts';
import { detachEvents } from '@atelier/event-store/archive/detach-events.ts';
import { createPool } from '@atelier/event-store/pool.ts';
import { makeNarrowPartitions } from '@atelier/event-store/testing/narrow-partitions.ts';
import { settleHorizon } from '@atelier/event-store/testing/settle-horizon.ts';
import {
  createTestStore,
  made,
  moved,
  testMetadata,
  to,
  type TestStore,
} from '@atelier/event-store/testing/test-store.ts';
import { sealLog } from './seal-log.ts';
import { signerKey } from './signed-note.ts';
import { verifyLog } from './verify-log.ts';

const signer = signerKey('atelier.test/log', 'log', generateKeyPairSync('ed25519').privateKey);
let t: TestStore;
let [owner, pool, superuser]: Pool[] = [];
let folder: string;

beforeEach(async () => {
  t = await createTestStore();
  folder = await mkdtemp(join(tmpdir(), 'atelier-archived-leaves-'));
  owner = createPool({ connectionString: t.database.connectionString, role: 'owner', max: 3 });
  pool = createPool({ connectionString: t.database.projectorUrl, role: 'atelier_projector', max: 3 });
  superuser = createPool({ connectionString: t.database.adminUrl, role: 'owner', max: 1 });
  await makeNarrowPartitions(owner);
  await owner.query('select ensure_event_partitions()');
  for (let n = 0; n < 8; n += 1)
    await t.store.append({
      streams: [to(`${n % 2 === 0 ? 'old' : 'new'}-${n}`, 0, made('ring'), moved(1), moved(2))],
      metadata: testMetadata,
    });
  await settleHorizon(t.pool, t.store);
});
afterEach(async () => {
  await Promise.all([owner?.end(), pool?.end(), superuser?.end()]);
  await t.close();
  await rm(folder, { recursive: true });
});

const endedStreams = `select stream_id from streams where stream_id like 'old-%'`;
const NO_READERS = `select null::text, null::bigint where false`;
const tools = () => ({ owner: must(owner), folder, endedStreams, readers: NO_READERS });
const verify = () => verifyLog({ db: must(pool), logKeys: [signer.verifier] });

function must<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('not there');
  return value;
}

test('events in archive files keep verifying by their leaves, there and back', async () => {
  await sealLog(must(pool), { signer });
  const manifest = must(await detachEvents(tools(), 20));
  expect(await verify()).toMatchObject({ faultCount: 0, sealed: 24, archived: manifest.events });
  await attachEvents(tools(), manifest.name);
  expect(await verify()).toMatchObject({ faultCount: 0, sealed: 24, archived: 0 });
});

test('a stream that is only said to lie in an archive is found, and one that was changed in it', async () => {
  await sealLog(must(pool), { signer });
  const { name } = must(await detachEvents(tools(), 20));
  await must(superuser).query(`delete from events where stream_id = 'new-1'`);
  await must(superuser).query(
    `update streams set archive = $1, version = -version where stream_id = 'new-1'`,
    [name],
  );
  expect((await verify()).faults).toMatchObject([{ kind: 'archive' }]);
  await must(superuser).query(`update streams set last_hash = sha256('other') where stream_id = 'old-0'`);
  expect((await verify()).faults).toMatchObject([
    { kind: 'archive', streamId: 'old-0' },
    { kind: 'archive' },
  ]);
});

test('an archive counts with its file, the hashes in it and the leaves only', async () => {
  await sealLog(must(pool), { signer });
  const { name } = must(await detachEvents(tools(), 20));
  const within = async (...archives: string[]) =>
    (await verifyLog({ db: must(pool), logKeys: [signer.verifier], archives })).faults.map(
      ({ detail }) => detail,
    );
  expect(await within(folder)).toEqual([]);
  expect(await within()).toEqual([
    `archive ${name}: its file is in none of the folders given: its events are missing`,
  ]);

  const file = join(folder, `${name}.ndjson.gz`);
  const genuine = await readFile(file);
  const lines = gunzipSync(genuine).toString();
  const rewritten = async (text: string) => {
    const bytes = gzipSync(text);
    await writeFile(file, bytes);
    await must(superuser).query('update event_archives set sha256 = $1', [
      createHash('sha256').update(bytes).digest('hex'),
    ]);
    return within(folder);
  };
  expect(await rewritten(lines.replace('"name": "ring"', '"name": "gold"'))).toEqual([
    expect.stringContaining('does not fit its chain'),
  ]);
  expect(await rewritten(lines.split('\n').slice(0, -3).join('\n'))).toEqual([
    expect.stringContaining('its file holds other events than were sealed'),
  ]);
  await writeFile(file, genuine);
  expect(await within(folder)).toEqual([expect.stringContaining('is not the one that the log names')]);
});

test('nothing is moved before it is sealed, and nothing sealed over what lies in an archive', async () => {
  await sealLog(must(pool), { signer, most: 5 });
  await expect(detachEvents(tools(), 20)).rejects.toThrow(
    '"the tree of the log" has read the log up to position 5, not up to 20',
  );
  await must(superuser).query('truncate log_checkpoints, log_tile_parts, log_entry_parts');
  const { name } = must(await detachEvents(tools(), 20));
  await expect(sealLog(must(pool), { signer })).rejects.toThrow(`lie in archive ${name}`);
});
