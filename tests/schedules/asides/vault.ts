import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TEST_KEY } from '@atelier/application/projections/testing.ts';
import { readStateMark } from '@atelier/event-store/state-cache.ts';
import type { KeyVault, WrappedKey } from '@atelier/key-vault/key-vault.ts';
import { openVaultFor } from '@atelier/key-vault/open-vault.ts';
import { openSqliteVault } from '@atelier/key-vault/sqlite-vault.ts';
import { createStoredVault } from '@atelier/key-vault/stored-vault.ts';
import { createSubjectKeys, type SubjectKeys } from '@atelier/key-vault/subject-keys.ts';
import type { VaultDatabase } from '@atelier/key-vault/vault-database.ts';
import { vaultPlaceOf, type VaultPlace } from '@atelier/key-vault/vault-place.ts';
import { inTransaction } from '@atelier/postgres/transaction.ts';
import type { Pool } from 'pg';
import { wander } from '../cast.ts';
import type { Scheduler } from '../lib/scheduler.ts';
import type { Stage } from '../stage.ts';
import type { Aside, AsideStory } from './aside.ts';
import { brokenInVault, removeVault } from './vault-promises.ts';

/** One of the nodes that share a vault. */
export interface VaultNode {
  readonly keys: SubjectKeys;
  readonly vault: KeyVault;
  readonly pool: Pool;
}

/** What a schedule of the vault is judged by. */
export interface VaultScene {
  readonly stage: Stage;
  readonly place: VaultPlace;
  readonly subjects: readonly string[];
  /** Their keys as they stand in a backup from before, in the same order. */
  readonly wrapped: readonly WrappedKey[];
  readonly nodes: readonly VaultNode[];
  /** Persons whose erasure was acknowledged. */
  readonly erased: string[];
  /** Numbers of files as they were given, each the first of a stretch. */
  readonly numbers: number[];
  readonly close: () => Promise<void>;
}

const PERSONS = 4;
const FILES_AT_ONCE = 4;
/** Longer than a node goes without asking for the newest revision. */
const REFRESH_MS = 600;
const vaultLock = 4_715_028;

/**
 * Two nodes with one vault erase, take numbers of files and read keys, a third one opens it, and the server ends the session of the
 * writer: with a pause at every await, on both sides of each statement of the database and of the vault.
 */
export const vault: Aside = {
  name: 'vault',
  prepare: async (stage: Stage): Promise<AsideStory> => {
    const scene = await openScene(stage);
    const [one, two] = scene.nodes;
    if (one === undefined || two === undefined) throw new RangeError('a vault needs two nodes');
    const strands = [
      { actor: 'node-1', run: () => erase(scene, one, scene.subjects[0] ?? '') },
      { actor: 'node-2', run: () => erase(scene, two, scene.subjects[1] ?? '') },
      { actor: 'node-1-files', run: () => takeNumbers(scene, one) },
      { actor: 'node-2-files', run: () => takeNumbers(scene, two) },
      { actor: 'reads', run: () => read(scene) },
      { actor: 'opens', run: () => open(scene) },
      { actor: 'server', run: () => endWriters(scene) },
    ];
    return {
      strands,
      judge: async () => {
        try {
          return await brokenInVault(scene);
        } finally {
          await scene.close();
          await removeVault(scene);
        }
      },
    };
  },
};

async function openScene(stage: Stage): Promise<VaultScene> {
  const { app, api } = stage.installation;
  const folder = mkdtempSync(join(tmpdir(), 'atelier-schedules-vault-'));
  const place = vaultPlaceOf({ file: join(folder, 'key-vault.sqlite') }, '');
  const opened = (await openVaultFor(app, place, TEST_KEY)).vault;
  await opened.close();
  const nodes = [await openNode(stage, place, opened.id), await openNode(stage, place, opened.id)];
  const [first = 0] = await api.world.store.nextIds(PERSONS);
  const subjects = Array.from({ length: PERSONS }, (_, index) => `vault-person-${first + index}`);
  await nodes[0]?.keys.findOrMake(subjects);
  const { rows: wrapped } = await app.query<WrappedKey>(
    'select subject, wrapped_key as wrapped from subject_keys where subject = any($1) order by subject',
    [subjects],
  );
  const close = async (): Promise<void> => {
    await Promise.all(nodes.map((node) => node.vault.close()));
    rmSync(folder, { recursive: true });
  };
  return { stage, place, subjects, wrapped, nodes, erased: [], numbers: [], close };
}

async function openNode(stage: Stage, place: VaultPlace, id: string): Promise<VaultNode> {
  const database = pausing(await openSqliteVault(place.file), stage.scheduler);
  const stored = createStoredVault(database, id, TEST_KEY);
  const pool = stage.poolOf('app');
  const inUse = { ...stored, isInUse: () => true, isReadOnly: false };
  const secrets = { masterKey: TEST_KEY, vault: inUse };
  const keys = createSubjectKeys(pool, secrets, { now: stage.time.now }, () => readStateMark(pool));
  return { keys, vault: stored, pool };
}

/** A vault on another server: its statements are waited for. A transaction locks out all others, and is one step. */
function pausing(database: VaultDatabase, scheduler: Scheduler): VaultDatabase {
  return {
    ...database,
    sql: async (text, values) => {
      await scheduler.pause('vault reads');
      const rows = await database.sql(text, values);
      await scheduler.pause('vault reads ←');
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same rows, later
      return rows as never;
    },
    transaction: async (work) => {
      await scheduler.pause('vault writes');
      const result = await database.transaction(work);
      await scheduler.pause('vault writes ←');
      return result;
    },
  };
}

/** Again until it is acknowledged. */
async function persist(stage: Stage, work: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      stage.noteTrouble(error);
      await stage.scheduler.pause('tries again');
    }
  }
}

async function erase({ stage, erased }: VaultScene, { keys }: VaultNode, subject: string): Promise<void> {
  await wander(stage, 12);
  await persist(stage, () => keys.erase([subject], 'asked for'));
  erased.push(subject);
}

async function takeNumbers({ stage, numbers }: VaultScene, { vault: own, pool }: VaultNode): Promise<void> {
  await wander(stage, 12);
  await persist(stage, async () => {
    const begins = await inTransaction(pool, (transaction) =>
      own.files.reserve(transaction, 'lasting', FILES_AT_ONCE),
    );
    numbers.push(begins);
  });
}

/** Secrets are remembered by both nodes, and read again once there may be a newer revision. */
async function read({ stage, nodes, subjects }: VaultScene): Promise<void> {
  for (let count = 0; count < 4; count += 1) {
    await wander(stage, 6);
    await stage.scheduler.pick(nodes).keys.find(subjects).catch(stage.noteTrouble);
    stage.time.advance(REFRESH_MS);
  }
}

async function open({ stage, place }: VaultScene): Promise<void> {
  await wander(stage, 20);
  await persist(stage, async () => {
    const opened = await openVaultFor(stage.poolOf('app'), place, TEST_KEY);
    await opened.vault.close();
  });
}

/** The writer was paused for longer than its session may be idle: the server ends it, and with it the lock. */
async function endWriters({ stage }: VaultScene): Promise<void> {
  for (let count = 0; count < 2; count += 1) {
    await wander(stage, 30);
    const text = `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and granted
      and objid = ${vaultLock} and database = (select oid from pg_database where datname = current_database())`;
    await stage.poolOf('owner').query({ name: 'end_sessions', text });
  }
}
