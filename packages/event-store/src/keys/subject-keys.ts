import { createCipheriv, createDecipheriv, createSecretKey, randomBytes } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import type { Pool } from 'pg';
import { WrongMasterKey } from '../errors.ts';
import type { MasterKey } from './master-key.ts';
import type { Clock } from '../types.ts';

/** Stands for a key that the master key does not open: only what is sealed with it is lost, not the others. */
export class UnusableKey extends Error {
  constructor() {
    super("the person's key does not open with the master key");
    this.name = 'UnusableKey';
  }
}

/** A person's key; undefined for one who was erased. */
type HeldKey = KeyObject | UnusableKey | undefined;

/** Keys of persons; a person of whom nothing is known is not in it. */
export type KeyRing = ReadonlyMap<string, HeldKey>;

export interface SubjectKeys {
  /** Throws `WrongMasterKey` when there are keys and none of a few of them opens. */
  readonly check: () => Promise<void>;
  /** The keys there are. */
  readonly find: (subjects: readonly string[]) => Promise<KeyRing>;
  /** The same, making keys for persons who have none yet. An erased person gets none. */
  readonly findOrMake: (subjects: readonly string[]) => Promise<KeyRing>;
  /** Destroys a person's key for good. Other nodes follow within a second. */
  readonly erase: (subject: string, reason: string) => Promise<void>;
}

interface KeyRow {
  readonly subject: string;
  readonly wrapped_key: Buffer | null;
}

interface Cached {
  readonly key: HeldKey;
  readonly until: number;
}

// Short, so that an erasure by another node holds here within a second (product/reliability.md §28).
const cacheMs = 1_000;
const cacheSize = 10_000;
const nonceBytes = 12;
const tagBytes = 16;
const findSql = 'select subject, wrapped_key from subject_keys where subject = any($1)';
const sampleSql = 'select subject, wrapped_key from subject_keys where wrapped_key is not null limit 5';
const makeSql = `insert into subject_keys (subject, wrapped_key)
  select * from unnest($1::text[], $2::bytea[]) on conflict do nothing`;

/** Per-person keys in `subject_keys`, wrapped by the master key, remembered for a second. */
export function createSubjectKeys(pool: Pool, masterKey: MasterKey, clock: Clock): SubjectKeys {
  const cache = new Map<string, Cached>();
  /** Erased through this process, for good: an answer that was under way meanwhile must not bring a key back. */
  const erased = new Set<string>();

  async function load(subjects: readonly string[]): Promise<KeyRing> {
    const { rows } = await pool.query<KeyRow>({ name: 'find_keys', text: findSql, values: [subjects] });
    const ring = new Map(
      rows.map((row) => [row.subject, erased.has(row.subject) ? undefined : unwrap(row, masterKey)]),
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
    const wrapped = fresh.map((subject) => wrap(randomBytes(32), subject, masterKey));
    await pool.query(makeSql, [fresh, wrapped]);
    // Read back: another node may have made the person's key at the same moment.
    return new Map([...ring, ...(await load(fresh))]);
  }

  async function erase(subject: string, reason: string): Promise<void> {
    await pool.query('select erase_subject($1, $2, $3)', [subject, reason, clock.now()]);
    erased.add(subject);
    cache.delete(subject);
  }

  async function check(): Promise<void> {
    const { rows } = await pool.query<KeyRow>(sampleSql);
    const keys = rows.map((row) => unwrap(row, masterKey));
    if (keys.length > 0 && keys.every((key) => key instanceof UnusableKey)) throw new WrongMasterKey();
  }

  return { check, find, findOrMake, erase };
}

function wrap(key: Buffer, subject: string, masterKey: MasterKey): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', masterKey, nonce).setAAD(Buffer.from(subject));
  const text = Buffer.concat([cipher.update(key), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), text]);
}

function unwrap({ subject, wrapped_key: wrapped }: KeyRow, masterKey: MasterKey): HeldKey {
  if (wrapped === null) return undefined;
  try {
    return createSecretKey(decrypt(wrapped, subject, masterKey));
  } catch {
    return new UnusableKey();
  }
}

function decrypt(wrapped: Buffer, subject: string, masterKey: MasterKey): Buffer {
  const nonce = wrapped.subarray(0, nonceBytes);
  const cipher = createDecipheriv('aes-256-gcm', masterKey, nonce, { authTagLength: tagBytes });
  cipher.setAAD(Buffer.from(subject));
  cipher.setAuthTag(wrapped.subarray(nonceBytes, nonceBytes + tagBytes));
  return Buffer.concat([cipher.update(wrapped.subarray(nonceBytes + tagBytes)), cipher.final()]);
}
