import { generateKeyPairSync } from 'node:crypto';
import { createPool } from '@atelier/event-store/pool.ts';
import type { Pool } from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  createTestStore,
  made,
  testMetadata,
  to,
  type TestStore,
} from '@atelier/event-store/testing/test-store.ts';
import { settleHorizon } from '@atelier/event-store/testing/settle-horizon.ts';
import { openCheckpoint } from './checkpoint.ts';
import { parseLeaf } from './leaf.ts';
import { leafHash, fitsConsistency, fitsInclusion } from './merkle.ts';
import { sealLog } from './seal-log.ts';
import { signerKey } from './signed-note.ts';
import { consistencyProof, inclusionPath } from './tree-proofs.ts';
import { verifyLog } from './verify-log.ts';
import { findLeaves, latestCheckpoint, readEntries, tilesOf } from './tree-tables.ts';

const signer = signerKey('atelier.test/log', 'log', generateKeyPairSync('ed25519').privateKey);

let t: TestStore;
let pool: Pool;
beforeEach(async () => {
  t = await createTestStore();
  pool = createPool({ connectionString: t.database.projectorUrl, role: 'atelier_projector', max: 4 });
});
afterEach(async () => {
  await pool.end();
  await t.close();
});

async function append(from: number, count: number): Promise<void> {
  for (let n = from; n < from + count; n += 40)
    await t.store.append({
      streams: Array.from({ length: Math.min(40, from + count - n) }, (_, i) =>
        to(`thing-${n + i}`, 0, made('ring')),
      ),
      metadata: testMetadata,
    });
  await settleHorizon(pool, t.store);
}

describe('the tree of the log (decisions/0153)', () => {
  test('seals every event below the horizon once, in order, and nothing while idle', async () => {
    expect((await sealLog(pool, { signer })).state).toBe('unchanged');
    await append(0, 300);
    expect(await sealLog(pool, { signer, most: 200 })).toMatchObject({
      state: 'sealed',
      events: 200,
      isWhole: false,
    });
    expect(await sealLog(pool, { signer })).toMatchObject({ state: 'sealed', events: 100, isWhole: true });
    expect((await sealLog(pool, { signer })).state).toBe('unchanged');
    const latest = await latestCheckpoint(pool);
    expect(openCheckpoint(latest?.note ?? '', [signer.verifier])).toMatchObject({
      size: 300,
      root: latest?.root,
    });
    const entries = [
      ...(await readEntries(pool, { tile: 0, width: 256 })),
      ...(await readEntries(pool, { tile: 1, width: 44 })),
    ];
    const { rows } = await pool.query<{ position: number }>('select position from events order by position');
    expect(entries.map((entry) => Number(entry.toString().split('\n')[1]))).toEqual(
      rows.map(({ position }) => position),
    );
  });

  test('proves every leaf in every size, and every size in every later one', async () => {
    const heads = [];
    for (const count of [1, 2, 5, 250, 40, 300]) {
      await append(heads.at(-1)?.size ?? 0, count);
      const sealed = await sealLog(pool, { signer });
      if (sealed.state !== 'sealed') throw new Error(sealed.state);
      heads.push(sealed.latest);
    }
    const read = tilesOf(pool);
    for (const head of heads) {
      for (const index of [0, Math.floor(head.size / 2), head.size - 1]) {
        const entry = (await readEntries(pool, { tile: Math.floor(index / 256), width: 256 }))[index % 256];
        const path = await inclusionPath(read, index, head.size);
        expect(fitsInclusion({ ...head, index }, leafHash(entry ?? Buffer.of()), path)).toBe(true);
        expect(fitsInclusion({ ...head, index }, leafHash(Buffer.from('other')), path)).toBe(false);
        const other = { ...head, index: (index + 1) % head.size };
        expect(fitsInclusion(other, leafHash(entry ?? Buffer.of()), path)).toBe(head.size === 1);
      }
      for (const later of heads.filter(({ size }) => size >= head.size)) {
        const proof = await consistencyProof(read, head.size, later.size);
        expect(fitsConsistency(head, later, proof)).toBe(true);
        expect(fitsConsistency({ ...head, root: later.root }, later, proof)).toBe(head.size === later.size);
      }
    }
  });

  test('two nodes at once seal each event once', async () => {
    await append(0, 60);
    const results = await Promise.all([1, 2, 3].map(() => sealLog(pool, { signer })));
    expect(results.filter(({ state }) => state === 'sealed')).toHaveLength(1);
    expect((await latestCheckpoint(pool))?.size).toBe(60);
  });

  test('finds the leaf of a position, and none of one that is not sealed', async () => {
    await append(0, 10);
    await sealLog(pool, { signer });
    const { rows } = await pool.query<{ position: number }>('select position from events order by position');
    const positions = rows.map(({ position }) => position);
    await append(10, 1);
    const found = await findLeaves(pool, [...positions.slice(3, 5), 1_000_000]);
    expect(found.map(({ index, leaf }) => [index, leaf.position])).toEqual([
      [3, positions[3]],
      [4, positions[4]],
    ]);
  });

  test('a leaf says the number that a move ended at', async () => {
    const moved5 = { type: 'ThingMoved', data: { to: 5, place: 2 } };
    const named = { type: 'ThingMoved', data: { to: 'somebody', place: 3 } };
    await t.store.append({
      streams: [to('thing-1', 0, made('ring'), moved5, named)],
      metadata: testMetadata,
    });
    await settleHorizon(pool, t.store);
    await sealLog(pool, { signer });
    const entries = await readEntries(pool, { tile: 0, width: 256 });
    expect(entries.map((entry) => entry.toString().split('\n')[6])).toEqual([
      'ThingMade 1',
      'ThingMoved 1 5',
      'ThingMoved 1',
    ]);
    expect(entries.map((entry) => parseLeaf(entry.toString())?.to)).toEqual([null, '5', null]);
    expect(await verifyLog({ db: pool, logKeys: [signer.verifier] })).toMatchObject({ faultCount: 0 });
  });

  test('no role of the services may change or remove what was sealed', async () => {
    await append(0, 3);
    await sealLog(pool, { signer });
    for (const [role, from] of [
      ['projector', pool],
      ['app', t.pool],
    ] as const)
      for (const table of [
        'log_tile_parts',
        'log_entry_parts',
        'log_checkpoints',
        'log_keys',
        'log_cosignatures',
      ])
        await expect(from.query(`delete from ${table}`), `${role} ${table}`).rejects.toThrow(
          /permission denied/,
        );
  });
});
