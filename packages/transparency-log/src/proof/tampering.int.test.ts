import { generateKeyPairSync } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPool } from '@atelier/event-store/pool.ts';
import {
  createTestStore,
  made,
  moved,
  testMetadata,
  to,
  type TestStore,
} from '@atelier/event-store/testing/test-store.ts';
import { settleHorizon } from '@atelier/event-store/testing/settle-horizon.ts';
import { appendOn, seededRandom } from '@atelier/event-store/testing/writers.ts';
import type { LogFault } from './fault-list.ts';
import { hashesIn } from './merkle.ts';
import { sealIn, sealLog, SealRefused } from './seal-log.ts';
import { signerKey } from './signed-note.ts';
import { tamperings, type Expected } from './testing-tampering.ts';
import { latestCheckpoint, readTile } from './tree-tables.ts';
import { verifyLog } from './verify-log.ts';
import type { WitnessCopy } from './witness-copy.ts';

/** TAMPERINGS=1000 for the whole run; each seed is a separate tampering. */
const COUNT = Number(process.env['TAMPERINGS'] ?? 65);
const STREAMS = 40;
const signer = signerKey('atelier.test/log', 'log', generateKeyPairSync('ed25519').privateKey);
const ways = Object.entries(tamperings(signer));

let t: TestStore;
let pool: Pool;
let superuser: Pool;
let intruder: PoolClient;
let copy: WitnessCopy;

beforeAll(async () => {
  t = await createTestStore();
  pool = createPool({ connectionString: t.database.projectorUrl, role: 'atelier_projector', max: 4 });
  superuser = createPool({ connectionString: t.database.adminUrl, role: 'owner', unattended: true, max: 1 });
  intruder = await superuser.connect();
  const random = seededRandom(11);
  const versions = Array.from({ length: STREAMS }, () => 0);
  for (let round = 0; round < 12; round += 1) {
    for (let n = 0; n < 30; n += 1) {
      const stream = Math.floor(random() * STREAMS);
      const version = versions[stream] ?? 0;
      const event = version === 0 ? made(`ring ${stream}`) : moved(n);
      await t.store.append({ streams: [to(`thing-${stream}`, version, event)], metadata: testMetadata });
      versions[stream] = version + 1;
    }
    // Unused positions: a forged event fits there.
    await intruder.query(`select nextval('event_position') from generate_series(1, 2)`);
    await settleHorizon(pool, t.store);
    await sealLog(pool, { signer });
  }
  copy = await copyOfTree();
});
afterAll(async () => {
  intruder.release();
  await Promise.all([superuser.end(), pool.end()]);
  await t.close();
});

/** What a witness holds that saw the newest checkpoint. */
async function copyOfTree(): Promise<WitnessCopy> {
  const latest = await latestCheckpoint(pool);
  if (latest === undefined) throw new Error('nothing was sealed');
  const tiles = await Promise.all(
    Array.from({ length: Math.ceil(latest.size / 256) }, (_, tile) =>
      readTile(pool, 0, { tile, width: 256 }),
    ),
  );
  const leaves = tiles.flatMap(hashesIn);
  const readLeaves = async (from: number, count: number) => leaves.slice(from, from + count);
  return { name: 'witness.test', note: latest.note, size: latest.size, readLeaves };
}

/** As life goes on after it: another event, another checkpoint by the log's own node. */
async function nextCheckpoint(): Promise<void> {
  await appendOn(intruder, 'thing-after');
  await intruder.query('update log_horizon set position = (select max(position) from events)');
  await intruder.query('savepoint before_seal');
  await sealIn(intruder, { signer }).catch(async (error: unknown) => {
    if (!(error instanceof SealRefused)) throw error;
    await intruder.query('rollback to savepoint before_seal');
  });
}

function misses(
  faults: readonly LogFault[],
  { positions = [], streams = [], field, kinds = [] }: Expected,
): string[] {
  const at = (position: number): readonly LogFault[] => faults.filter((fault) => fault.position === position);
  const [first] = positions;
  return [
    ...positions.filter((position) => at(position).length === 0).map((position) => `position ${position}`),
    ...streams.filter((stream) => !faults.some(({ streamId }) => streamId === stream)),
    ...kinds.filter((kind) => !faults.some((fault) => fault.kind === kind)),
    ...(field === undefined || at(first ?? 0).some((fault) => fault.field?.split(', ').includes(field))
      ? []
      : [`field ${field}`]),
  ];
}

describe('verifying the log against an attacker with all rights (decisions/0153)', () => {
  test('finds nothing in an unaltered log, before and after the next checkpoint', async () => {
    const verify = () => verifyLog({ db: intruder, logKeys: [signer.verifier], copies: [copy] });
    expect(await verify()).toMatchObject({ faultCount: 0, sealed: 360, checkpoints: 12, outside: 1 });
    await intruder.query('begin');
    await nextCheckpoint();
    expect(await verify()).toMatchObject({ faultCount: 0, sealed: 361, checkpoints: 13 });
    await intruder.query('rollback');
  });

  test(
    `finds and names ${COUNT} seeded tamperings after the next checkpoint`,
    { timeout: 3_600_000 },
    async () => {
      const missed: string[] = [];
      const found: Record<string, number> = {};
      for (let seed = 1; seed <= COUNT; seed += 1) {
        const [name, { tamper, needsCopy }] = ways[seed % ways.length] ?? ['', undefined as never];
        await intruder.query('begin');
        const expected = await tamper({ client: intruder, random: seededRandom(seed * 7919) });
        await nextCheckpoint();
        const { faults } = await verifyLog({
          db: intruder,
          logKeys: [signer.verifier],
          ...(needsCopy ? { copies: [copy] } : {}),
        });
        await intruder.query('rollback');
        const lacks = misses(faults, expected);
        if (lacks.length > 0)
          missed.push(`seed ${seed} ${name}: ${lacks.join(', ')} of ${JSON.stringify(faults.slice(0, 3))}`);
        else found[name] = (found[name] ?? 0) + 1;
      }
      console.log(`tamperings found and named: ${JSON.stringify(found)}`);
      expect(missed).toEqual([]);
    },
  );

  test('another way to compute digests is no fault, and hides none', async () => {
    const verify = () => verifyLog({ db: intruder, logKeys: [signer.verifier] });
    const { rows } = await pool.query<{ position: number }>('select position from events order by 1 limit 9');
    const position = rows.at(-1)?.position;
    await intruder.query('begin');
    await intruder.query(`
      create function public.jsonb_hash_extended(jsonb, bigint) returns bigint language sql immutable as 'select 7::bigint';
      set local search_path = public, pg_catalog`);
    expect(await verify()).toMatchObject({ faultCount: 0, sealed: 360 });
    await intruder.query(`update events set data = data || '{"a": 1}' where position = $1`, [position]);
    const { faults } = await verify();
    await intruder.query('rollback');
    expect(faults).toMatchObject([{ kind: 'changed', position, field: 'event_id, data, metadata' }]);
  });

  test('says between which positions a tree was rewritten when only checkpoints were kept', async () => {
    const { tamper } = tamperings(signer)['fork'] ?? { tamper: undefined as never };
    const { rows } = await pool.query<{ note: string }>('select note from log_checkpoints');
    const kept = rows.map(({ note }) => ({ note, from: 'kept in a file' }));
    await intruder.query('begin');
    const { positions: [position = 0] = [] } = await tamper({ client: intruder, random: seededRandom(3) });
    const { faults } = await verifyLog({ db: intruder, logKeys: [signer.verifier], kept });
    await intruder.query('rollback');
    const [, after = '', upTo = ''] =
      /after position (\d+) and up to (\d+)/.exec(faults[0]?.detail ?? '') ?? [];
    expect(faults[0]).toMatchObject({ kind: 'rewritten' });
    expect(Number(upTo) - Number(after)).toBeLessThan(35);
    expect(position).toBeGreaterThan(Number(after));
    expect(position).toBeLessThanOrEqual(Number(upTo));
  });

  test('a node that remembers what it signed does not sign another tree', async () => {
    for (const [name, { tamper }] of ways.filter(([, { needsCopy }]) => needsCopy)) {
      await intruder.query('begin');
      const latest = await latestCheckpoint(intruder);
      await tamper({ client: intruder, random: seededRandom(5) });
      await expect(sealIn(intruder, { signer, remembered: latest }), name).rejects.toThrow(SealRefused);
      await intruder.query('rollback');
    }
  });
});
