import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
import { seededRandom } from '@atelier/event-store/testing/writers.ts';
import { leavesBeside, ownCopy, rememberHead } from './own-head.ts';
import { sealLog } from './seal-log.ts';
import { signerKey } from './signed-note.ts';
import { tamperings } from './testing-tampering.ts';
import { latestCheckpoint } from './tree-tables.ts';
import { FaultList } from './fault-list.ts';
import { verifyLog } from './verify-log.ts';
import { verifyTree } from './verify-tree.ts';

const signer = signerKey('atelier.test/log', 'log', generateKeyPairSync('ed25519').privateKey);
const folder = mkdtempSync(join(tmpdir(), 'atelier-own-'));
const file = join(folder, 'log-checkpoint');
let t: TestStore;
let [pool, superuser]: Pool[] = [];
let intruder: PoolClient;

/** Three rounds of 120 events: more than a tile, and each round sealed and kept on its own. */
beforeAll(async () => {
  t = await createTestStore();
  pool = createPool({ connectionString: t.database.projectorUrl, role: 'atelier_projector', max: 4 });
  superuser = createPool({ connectionString: t.database.adminUrl, role: 'owner', unattended: true, max: 1 });
  intruder = await superuser.connect();
  for (let round = 0; round < 3; round += 1) {
    for (let n = 0; n < 60; n += 1)
      await t.store.append({
        streams: [to(`thing-${round}-${n}`, 0, made('ring'), moved(n))],
        metadata: testMetadata,
      });
    await settleHorizon(pool, t.store);
    const result = await sealLog(pool, { signer });
    if (result.state === 'sealed') await rememberHead(pool, file, result.latest);
  }
});
afterAll(async () => {
  intruder.release();
  await Promise.all([superuser?.end(), pool?.end()]);
  await t.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => intruder.query('begin'));
afterEach(() => intruder.query('rollback'));

const verify = async () => {
  const copy = await ownCopy(file);
  if (copy === undefined) throw new Error('the worker keeps nothing');
  return verifyLog({ db: intruder, logKeys: [signer.verifier], copies: [copy] });
};

describe('a fork beside what the worker itself keeps (decisions/0153)', () => {
  test('nothing differs in an unaltered log', async () => {
    expect(await verify()).toMatchObject({ faultCount: 0, sealed: 360, outside: 1 });
  });

  test('what is sealed while the tree is walked is no extra tile', async () => {
    const faults = new FaultList();
    // As many leaves as were sealed when the walk began: the first tile above them was not yet there.
    await verifyTree(intruder, { heads: [], leaves: 240, earlier: async () => [] }, faults);
    expect(faults.faults.filter(({ kind }) => kind === 'tree')).toEqual([]);
  });

  test.each(['fork', 'rewrite a stream and the tree'])('names stream and position after: %s', async (way) => {
    const tampering = tamperings(signer)[way];
    if (tampering === undefined) throw new Error('no such way');
    const { positions = [], streams = [] } = await tampering.tamper({
      client: intruder,
      random: seededRandom(21),
    });
    const { faults } = await verify();
    const named = faults.find(({ code }) => code === 'copy_lacks');
    expect(named).toMatchObject({
      kind: 'rewritten',
      position: positions[0],
      streamId: streams[0],
      version: expect.any(Number),
      type: expect.stringMatching(/^Thing/),
    });
  });

  test('keeps no copy whose leaves are not those of its checkpoint, and makes it whole with the next one', async () => {
    const latest = await latestCheckpoint(intruder);
    if (latest === undefined) throw new Error('nothing was sealed');
    truncateSync(leavesBeside(file), 32 * 300);
    expect(await ownCopy(file)).toBeUndefined();
    await rememberHead(intruder, file, latest);
    expect(await ownCopy(file)).toMatchObject({ size: 360 });
    writeFileSync(leavesBeside(file), Buffer.alloc(32 * 360));
    expect(await ownCopy(file)).toBeUndefined();
    rmSync(file);
    await rememberHead(intruder, file, latest);
    expect(await ownCopy(file)).toMatchObject({ size: 360 });
  });
});
