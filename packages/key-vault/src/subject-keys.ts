import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { WrongMasterKey } from './errors.ts';
import { inTransaction } from '@atelier/postgres/transaction.ts';
import type { Clock } from '@atelier/postgres/timers.ts';
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
  /** The same as the vault and the database hold them now, past what is remembered: for who compares them. */
  readonly readAgain: (subjects: readonly string[]) => Promise<KeyRing>;
  /** The keys there are, making keys for persons who have none yet. An erased person gets none. */
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

interface FoundRow extends KeyRow {
  /** The newest revision of the vault that the database knows. */
  readonly revision: number | null;
}

// So that an erasure by another node holds here within a second (product/reliability.md §28).
const checkedForMs = 1_000;
const cacheSize = 10_000;
/** Erased in one transaction of the database: a long list must not outlast its limits. */
const ERASED_AT_ONCE = 100;
const findSql = `select subject, wrapped_key, vault, (select revision from key_vault) as revision
  from subject_keys where subject = any($1)`;
const eraseSql = 'select erase_subject(subject, $2, $3) from unnest($1::text[]) subject';
const sampleSql =
  'select subject, wrapped_key, vault from subject_keys where wrapped_key is not null limit 5';
const makeSql = `insert into subject_keys (subject, wrapped_key, vault)
  select subject, wrapped_key, $3 from unnest($1::text[], $2::bytea[]) made (subject, wrapped_key) on conflict do nothing`;

/**
 * Per-person keys in `subject_keys`, wrapped by secrets that lie outside the database. They are remembered while `readMark` answers
 * the same, which it is asked at most once a second: the mark changes with every erasure, failover, restore and revision of the vault.
 */
export function createSubjectKeys(
  pool: Pool,
  secrets: KeySecrets,
  clock: Clock,
  readMark: () => Promise<string>,
): SubjectKeys {
  const cache = new Map<string, OpenedKey>();
  let mark: string | undefined;
  let checkedAt = -Infinity;
  let checking: Promise<void> | undefined;
  /** Grows when all is dropped: an answer that was under way then is not remembered. */
  let generation = 0;
  /** Erased, for good: an answer that was under way meanwhile must not bring a key back. */
  const erased = new Set<string>();
  let lastErasure: Promise<unknown> = Promise.resolve();

  async function checkMark(): Promise<void> {
    const askedAt = clock.now().getTime();
    const found = await readMark().catch(() => undefined);
    checking = undefined;
    checkedAt = found === undefined ? -Infinity : askedAt;
    if (found !== undefined && found === mark) return;
    mark = found;
    generation += 1;
    cache.clear();
  }

  async function load(subjects: readonly string[]): Promise<KeyRing> {
    const begunIn = generation;
    const { rows } = await pool.query<FoundRow>({ name: 'find_keys', text: findSql, values: [subjects] });
    await secrets.vault?.follow(rows[0]?.revision ?? 0);
    const opened = await openKeys(rows, secrets);
    const ring = new Map(
      rows.map(({ subject }, index) => [subject, erased.has(subject) ? undefined : opened[index]]),
    );
    if (cache.size > cacheSize) cache.clear();
    for (const [subject, key] of ring)
      if (key instanceof UnusableKey) cache.delete(subject);
      else if (begunIn === generation) cache.set(subject, key);
    return ring;
  }

  async function find(subjects: readonly string[]): Promise<KeyRing> {
    // Also when the clock was set back.
    const isChecked = Math.abs(clock.now().getTime() - checkedAt) <= checkedForMs;
    if (!isChecked) await (checking ??= checkMark());
    const missing = subjects.filter((subject) => !cache.has(subject));
    const known = subjects.filter((subject) => cache.has(subject));
    const ring = known.map((subject) => [subject, cache.get(subject)] as const);
    return new Map([...ring, ...(missing.length === 0 ? [] : await load(missing))]);
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
    for (let from = 0; from < subjects.length; from += ERASED_AT_ONCE)
      await eraseSome(subjects.slice(from, from + ERASED_AT_ONCE), reason);
  }

  /** Safe to repeat: in the vault first, so that an erasure that was cut short is found in the ledger. */
  async function eraseSome(subjects: readonly string[], reason: string): Promise<void> {
    const erasedAt = clock.now().toISOString();
    await inTransaction(pool, async (transaction) => {
      await secrets.vault?.destroy(
        transaction,
        subjects.map((subject) => ({ subject, reason, erasedAt })),
      );
      // Appends of these persons that are under way end first.
      await transaction.query('set local lock_timeout = 0');
      await transaction.query(eraseSql, [subjects, reason, erasedAt]);
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

  return { check, find, readAgain: load, findOrMake, forget, erase };
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
