import { createSecretKey, randomBytes, type KeyObject } from 'node:crypto';
import type { Pool } from 'pg';
import { withKeyedMutex } from '@atelier/postgres/keyed-mutex.ts';
import { inTransaction } from '@atelier/postgres/transaction.ts';
import type { FileKeys, FileKind, FileLabel, KeptFileKey } from './file-sealing.ts';
import type { KeyVault, VaultUse } from './key-vault.ts';
import { UnusableKey, unwrapKey, wrapKey } from './key-wrap.ts';
import { openBytes, sealBytes } from './sealed-bytes.ts';
import type { KeySecrets } from './subject-keys.ts';

/** Numbers that a node takes from the vault at once: a file is written without writing the vault. */
const RESERVED = 256;
/** Bound to keys that the master key alone wraps. */
const NO_NUMBER = 'file';

const waitSql = `select (extract(epoch from seals_from - clock_timestamp()) * 1000)::float8 as wait_ms from clear_blobs`;

interface Reserved {
  next: number;
  readonly end: number;
}

export async function openFileKeys(pool: Pool, { masterKey, vault }: KeySecrets): Promise<FileKeys> {
  const reserved = new Map<FileKind, Reserved>();
  const { rows: known } = await pool.query<{ wait_ms: number }>(waitSql);
  const sealsFrom = performance.now() + (known[0]?.wait_ms ?? 0);

  async function reserve(keys: KeyVault, kind: FileKind): Promise<Reserved> {
    const begins = await inTransaction(pool, (transaction) =>
      keys.files.reserve(transaction, kind, RESERVED),
    );
    return { next: begins, end: begins + RESERVED };
  }

  const nextNumber = (keys: KeyVault, kind: FileKind): Promise<number> =>
    withKeyedMutex(reserved, kind, async () => {
      let held = reserved.get(kind);
      if (held === undefined || held.next === held.end) held = await reserve(keys, kind);
      reserved.set(kind, held);
      held.next += 1;
      return held.next - 1;
    });

  async function wrap(key: Buffer, kind: FileKind): Promise<KeptFileKey> {
    if (vault === undefined)
      return { file: null, vault: null, wrapped_key: wrapKey(key, NO_NUMBER, masterKey) };
    const file = await nextNumber(vault, kind);
    const [wrapped] = await vault.files.wrap([{ subject: String(file), key }]);
    // A vault that was adopted destroyed what this node had reserved.
    return wrapped === undefined ? wrap(key, kind) : { file, vault: vault.id, wrapped_key: wrapped };
  }

  return {
    isOn: () => performance.now() >= sealsFrom && (vault?.isInUse() ?? true),
    seal: async (kind, label, bytes) => {
      const key = randomBytes(32);
      const kept = await wrap(key, kind);
      return { ...kept, bytes: sealBytes(bytes, createSecretKey(key), textOf(label)) };
    },
    open: async (label, sealed) => {
      const [key] = await unwrapAll([sealed], { masterKey, vault });
      if (key instanceof UnusableKey) throw key;
      return key && openBytes(sealed.bytes, key, textOf(label));
    },
    listDestroyed: async (keys) => {
      const opened = await unwrapAll(keys, { masterKey, vault });
      return keys.filter((_, index) => opened[index] === undefined);
    },
    destroy: async (transaction, files) => {
      if (vault === undefined || files.length === 0) return;
      await vault.files.destroy(transaction, files);
    },
  };
}

const textOf = ({ name, mediaType }: FileLabel): string => `${name}\n${mediaType}`;

interface Secrets extends Pick<KeySecrets, 'masterKey'> {
  readonly vault: (KeyVault & VaultUse) | undefined;
}

/** In the order given: undefined for one that is destroyed. */
function unwrapAll(
  keys: readonly KeptFileKey[],
  { masterKey, vault }: Secrets,
): Promise<readonly (KeyObject | UnusableKey | undefined)[]> {
  return Promise.all(
    keys.map(async ({ file, vault: madeBy, wrapped_key: wrapped }) => {
      if (file === null) return unwrapKey(wrapped, NO_NUMBER, masterKey);
      if (vault === undefined || madeBy !== vault.id) return new UnusableKey();
      return (await vault.files.unwrap([{ subject: String(file), wrapped }]))[0];
    }),
  );
}
