import { randomBytes } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import { WrongMasterKey } from '../errors.ts';
import type { RunsSql } from '../file-sealing.ts';
import type { Clock, Erasure } from '../types.ts';
import type { KeyVault, OpenedKey, VaultUse, WrappedKey } from './key-vault.ts';
import { UnusableKey, unwrapKey, wrapKey } from './key-wrap.ts';
import type { MasterKey } from './master-key.ts';

/** Keys of persons, undefined for one who was erased; a person of whom nothing is known is not in it. */
export type KeyRing = ReadonlyMap<string, OpenedKey>;

export interface SubjectKeys {
  /** Throws `WrongMasterKey` when there are keys and none of a few of them opens. */
  readonly check: () => Promise<void>;
  /** The keys there are. */
  readonly find: (subjects: readonly string[]) => Promise<KeyRing>;
  /** The same, making keys for persons who have none yet. An erased person gets none. */
  readonly findOrMake: (subjects: readonly string[]) => Promise<KeyRing>;
  /** The log says that the person was erased: from now on this process has no key of theirs. */
  readonly forget: (subject: string) => void;
  /** Destroys persons' keys for good, in the vault and in the database. Other nodes follow within a second. */
  readonly erase: (subjects: readonly string[], reason: string) => Promise<void>;
}

export interface KeySecrets {
  readonly masterKey: MasterKey;
  /** Without one, keys are wrapped by the master key alone, as the first releases did. */
  readonly vault: (KeyVault & VaultUse) | undefined;
}

interface KeyRow {
  readonly subject: string;
  readonly wrapped_key: Buffer | null;
  /** Of the vault that wrapped it; null where the master key alone did. */
  readonly vault: string | null;
}

interface Cached {
  readonly key: OpenedKey;
  readonly until: number;
}

// Short, so that an erasure by another node holds here within a second (product/reliability.md §28).
const cacheMs = 1_000;
const cacheSize = 10_000;
// Writers of the vault, on all nodes, one after the other.
const vaultLock = 4_715_028;
const findSql = 'select subject, wrapped_key, vault from subject_keys where subject = any($1)';
const sampleSql =
  'select subject, wrapped_key, vault from subject_keys where wrapped_key is not null limit 5';
const makeSql = `insert into subject_keys (subject, wrapped_key, vault)
  select subject, wrapped_key, $3 from unnest($1::text[], $2::bytea[]) made (subject, wrapped_key) on conflict do nothing`;

/** Per-person keys in `subject_keys`, wrapped by secrets that lie outside the database, remembered for a second. */
export function createSubjectKeys(pool: Pool, secrets: KeySecrets, clock: Clock): SubjectKeys {
  const cache = new Map<string, Cached>();
  /** Erased, for good: an answer that was under way meanwhile must not bring a key back. */
  const erased = new Set<string>();
  let lastErasure: Promise<unknown> = Promise.resolve();

  async function load(subjects: readonly string[]): Promise<KeyRing> {
    const { rows } = await pool.query<KeyRow>({ name: 'find_keys', text: findSql, values: [subjects] });
    const opened = await openKeys(rows, secrets);
    const ring = new Map(
      rows.map(({ subject }, index) => [subject, erased.has(subject) ? undefined : opened[index]]),
    );
    if (cache.size > cacheSize) cache.clear();
    const until = clock.now().getTime() + cacheMs;
    for (const [subject, key] of ring) cache.set(subject, { key, until });
    return ring;
  }

  async function find(subjects: readonly string[]): Promise<KeyRing> {
    const now = clock.now().getTime();
    const held = (subject: string): boolean => (cache.get(subject)?.until ?? 0) > now;
    const missing = subjects.filter((subject) => !held(subject));
    const known = subjects.filter(held).map((subject) => [subject, cache.get(subject)?.key] as const);
    return missing.length === 0 ? new Map(known) : new Map([...known, ...(await load(missing))]);
  }

  async function findOrMake(subjects: readonly string[]): Promise<KeyRing> {
    const ring = await find(subjects);
    const fresh = subjects.filter((subject) => !ring.has(subject));
    if (fresh.length === 0) return ring;
    const made = fresh.map((subject) => ({ subject, key: randomBytes(32) }));
    const vault = secrets.vault?.isInUse() === true ? secrets.vault : undefined;
    const wrapped = await wrapKeys(made, { ...secrets, vault });
    const kept = wrapped.flatMap((key, index) => (key === undefined ? [] : [{ key, subject: fresh[index] }]));
    const values = [kept.map(({ subject }) => subject), kept.map(({ key }) => key), vault?.id ?? null];
    if (kept.length > 0) await pool.query(makeSql, values);
    // Read back: another node may have made the person's key at the same moment.
    const erasedBefore = fresh.filter((_, index) => wrapped[index] === undefined);
    const none = erasedBefore.map((subject) => [subject, undefined] as const);
    return new Map([...ring, ...none, ...(await load(fresh))]);
  }

  // One after the other here too: each waits for the vault while it holds a connection of the pool.
  function erase(subjects: readonly string[], reason: string): Promise<void> {
    const erasing = lastErasure.then(() => eraseNow(subjects, reason));
    lastErasure = erasing.catch(() => undefined);
    return erasing;
  }

  async function eraseNow(subjects: readonly string[], reason: string): Promise<void> {
    const moment = clock.now();
    const erasures = subjects.map((subject) => ({ subject, reason, erasedAt: moment.toISOString() }));
    await withVaultLock(pool, async (client) => {
      await secrets.vault?.destroy(erasures);
      for (const each of erasures) await destroyKey(client, each);
    });
    for (const subject of subjects) forget(subject);
  }

  function forget(subject: string): void {
    erased.add(subject);
    cache.delete(subject);
  }

  async function check(): Promise<void> {
    const { rows } = await pool.query<KeyRow>(sampleSql);
    const keys = await openKeys(rows, secrets);
    if (keys.length > 0 && keys.every((key) => key instanceof UnusableKey)) throw new WrongMasterKey();
  }

  return { check, find, findOrMake, forget, erase };
}

const destroyKey = (client: PoolClient, { subject, reason, erasedAt }: Erasure) =>
  client.query('select erase_subject($1, $2, $3)', [subject, reason, erasedAt]);

/** One writer of the vault at a time, on all nodes. What others write, or append of erased persons, is waited for. */
export function withVaultLock<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  return inTransaction(pool, async (client) => {
    await takeVaultLock(client);
    return work(client);
  });
}

/** The same for a transaction that is open: held until it ends. */
export async function takeVaultLock(transaction: RunsSql): Promise<void> {
  await transaction.query('set local lock_timeout = 0');
  await transaction.query('select pg_advisory_xact_lock($1)', [vaultLock]);
}

async function inTransaction<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}

async function wrapKeys(
  keys: readonly { readonly subject: string; readonly key: Buffer }[],
  { masterKey, vault }: KeySecrets,
): Promise<readonly (Buffer | undefined)[]> {
  if (vault !== undefined) return await vault.wrap(keys);
  return keys.map(({ subject, key }) => wrapKey(key, subject, masterKey));
}

/** In the order of the rows: by the vault that wrapped them, or by the master key alone. */
async function openKeys(
  rows: readonly KeyRow[],
  { masterKey, vault }: KeySecrets,
): Promise<readonly OpenedKey[]> {
  const inVault = rows.flatMap((row): WrappedKey[] =>
    row.wrapped_key === null || row.vault === null || row.vault !== vault?.id
      ? []
      : [{ subject: row.subject, wrapped: row.wrapped_key }],
  );
  const opened = inVault.length === 0 ? [] : ((await vault?.unwrap(inVault)) ?? []);
  const byVault = new Map(inVault.map(({ subject }, index) => [subject, opened[index]]));
  return rows.map(({ subject, wrapped_key: wrapped, vault: madeBy }) => {
    if (wrapped === null) return undefined;
    if (byVault.has(subject)) return byVault.get(subject);
    return madeBy === null ? unwrapKey(wrapped, subject, masterKey) : new UnusableKey();
  });
}
