import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { checkFiles } from '@atelier/application/audit/files/check-files.queries.ts';
import { OTHER_READERS } from '@atelier/application/platform/log-readers.queries.ts';
import { createPostgresBlobStore } from '@atelier/application/blobs/postgres-blob-store.ts';
import {
  deposit,
  handClock,
  newDeposit,
  servicesOf,
} from '@atelier/application/commands/testing-commands.ts';
import { storePasswordHash } from '@atelier/application/identity/passwords.commands.ts';
import { beginSecondFactor } from '@atelier/application/identity/second-factors.commands.ts';
import { insertSession } from '@atelier/application/identity/sessions.commands.ts';
import { sessionDigest, tokenHash } from '@atelier/application/identity/sessions.queries.ts';
import { recordSignIn } from '@atelier/application/identity/sign-ins.commands.ts';
import { META, seeded } from '@atelier/application/projections/testing-histories.ts';
import { TEST_KEY, worldOn, writeReference, type World } from '@atelier/application/projections/testing.ts';
import { checkEverything } from '@atelier/application/read-models/consistency/check-everything.ts';
import { writeFixtureStreams } from '@atelier/application/read-models/consistency/testing-world.ts';
import { beginRecords } from '@atelier/application/read-models/consistency/begin-records.commands.ts';
import { storeBadge } from '@atelier/application/workforce/badges.commands.ts';
import { detachEvents } from '@atelier/event-store/archive/detach-events.ts';
import { createPool } from '@atelier/event-store/pool.ts';
import { sealLog } from '@atelier/transparency-log/proof/seal-log.ts';
import { signerKey } from '@atelier/transparency-log/proof/signed-note.ts';
import { verifyLog } from '@atelier/transparency-log/proof/verify-log.ts';
import { makeNarrowPartitions } from '@atelier/event-store/testing/narrow-partitions.ts';
import { settleHorizon } from '@atelier/event-store/testing/settle-horizon.ts';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { faultLine } from '@atelier/console/fault-line.ts';
import { tmpdir } from 'node:os';
import { markdownTable } from '../bench/lib/table.ts';
import {
  createPreparedDatabase,
  startPostgres,
  type TestDatabase,
  type TestPostgres,
} from '../harness/postgres.ts';
import { CLASSES } from './support/tamper/classes.ts';

/** product/audit.md §8: TAMPERINGS=1000 for the whole run. Each seed is a separate tampering, on a copy of one sealed database. */
const COUNT = Number(process.env['TAMPERINGS'] ?? 68);
const SEED = Number(process.env['SEED'] ?? 1);
const signer = signerKey('atelier.test/log', 'log', generateKeyPairSync('ed25519').privateKey);
const classes = Object.entries(CLASSES);
let folder: string;

let postgres: TestPostgres;

beforeAll(async () => {
  postgres = await startPostgres();
  folder = mkdtempSync(join(tmpdir(), 'atelier-tamperings-'));
}, 120_000);
afterAll(async () => {
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Pieces with pictures, some of them in an archive; people who sign in; reference data; all of it sealed. */
async function prepare(database: TestDatabase): Promise<void> {
  const owner = createPool({ connectionString: database.connectionString, role: 'owner', max: 3 });
  await makeNarrowPartitions(owner, 40);
  await owner.query('select ensure_event_partitions()');
  await writeReference(database);
  const world = await worldOn(database);
  const services = servicesOf(world, handClock(new Date()));
  const pieces = [];
  for (let n = 0; n < 12; n += 1) pieces.push(await deposit(services, await newDeposit(world)));
  await writeFixtureStreams(world.store, (streamId) => /^(user|worker|role)-/.test(streamId));
  await people(world);
  await world.settle();
  await settleHorizon(world.pool, world.store);
  await sealLog(world.projectorPool, { signer });
  const ended = `select 'rma-' || ${pieces[1]?.rmaId} as stream_id union select 'item-' || ${pieces[1]?.itemId}`;
  await detachEvents({ owner, folder, endedStreams: ended, readers: OTHER_READERS }, 40);
  await deposit(services, await newDeposit(world));
  await beginRecords(world.db, new Date(), true);
  await world.settle();
  await settleHorizon(world.pool, world.store);
  await sealLog(world.projectorPool, { signer });
  await leave(world);
  await owner.end();
}

/** The database stays. */
async function leave({ store, pool, projectorPool }: World): Promise<void> {
  await store.close();
  await Promise.all([pool.end(), projectorPool.end()]);
}

async function people(world: World): Promise<void> {
  const now = new Date();
  const at = now.toISOString();
  await storePasswordHash(world.db, 7, '$argon2id$one', now);
  await beginSecondFactor(world.db, 7, Buffer.from('sealed secret'), now);
  await storeBadge(
    { db: world.db, masterKey: TEST_KEY },
    { workerId: 12, barcode: '7001', pinHash: null },
    now,
  );
  const id = randomUUID();
  const session = sessionDigest(tokenHash('token'));
  await recordSignIn(
    world.store,
    id,
    { userId: 7, how: 'password', account: 'a', address: 'b', session, at },
    META,
  );
  const account = { id: 7, user_type: 'shop', site_id: 1, roles: [], permissions: [], active: true } as never;
  await insertSession(world.db, {
    id,
    token: 'token',
    kind: 'password',
    account,
    now,
    endsAt: new Date('2099-01-01'),
  });
}

/** Everything that the three verifications say, a line each. */
async function verified(database: TestDatabase): Promise<readonly string[]> {
  const lines: string[] = [];
  const pool = createPool({ connectionString: database.projectorUrl, role: 'atelier_projector', max: 2 });
  try {
    const verdict = await verifyLog({ db: pool, logKeys: [signer.verifier], archives: [folder] });
    lines.push(...verdict.faults.map((fault) => faultLine(fault)));
  } catch (error) {
    lines.push(`refused: ${String(error)}`);
  } finally {
    await pool.end();
  }
  return lines.length > 0 ? lines : comparedTables(database);
}

async function comparedTables(database: TestDatabase): Promise<readonly string[]> {
  const lines: string[] = [];
  const world = await worldOn(database);
  try {
    await checkEverything({ pool: world.projectorPool, store: world.store, isChainVerified: true }, (place) =>
      lines.push(`${place.table} ${place.key} ${place.kind}`),
    );
    const blobs = createPostgresBlobStore(world.pool, world.store.files);
    const files = await checkFiles({ ...world, blobs, settle: async () => undefined });
    lines.push(...files.faults.map((fault) => faultLine(fault)));
  } finally {
    await leave(world);
  }
  return lines;
}

async function tamper(database: TestDatabase, seed: number): Promise<readonly string[]> {
  const [, tampering] = classes[seed % classes.length] ?? [];
  const client = new Client({ connectionString: database.adminUrl });
  await client.connect();
  try {
    return (await tampering?.({ client, random: seeded(SEED * 100_000 + seed) })) ?? [];
  } finally {
    await client.end();
  }
}

test('an untouched copy is whole', async () => {
  const database = await createPreparedDatabase('tampered', prepare);
  expect(await verified(database)).toEqual([]);
  await database.drop();
}, 300_000);

test(`${COUNT} tamperings of ${classes.length} kinds are found, each with its place`, async () => {
  const missed: string[] = [];
  const found = new Map<string, number>();
  for (let seed = 0; seed < COUNT; seed += 1) {
    const database = await createPreparedDatabase('tampered', prepare);
    const place = await tamper(database, seed);
    const said = await verified(database);
    const name = classes[seed % classes.length]?.[0] ?? '';
    if (place.some((words) => said.some((line) => line.includes(words))))
      found.set(name, (found.get(name) ?? 0) + 1);
    else
      missed.push(
        `seed ${seed}, ${name}: expected ${place.join(' or ')}; said ${said.slice(0, 3).join(' | ')}`,
      );
    await database.drop();
  }
  console.log(
    markdownTable(
      ['Kind', 'found'],
      [...found].map(([name, count]) => [name, String(count)]),
    ),
  );
  expect(missed).toEqual([]);
}, 3_600_000);
