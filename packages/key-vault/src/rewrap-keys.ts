import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { KeyVault, VaultUse } from './key-vault.ts';
import { unwrapBytes } from './key-wrap.ts';
import type { MasterKey } from './master-key.ts';

const BATCH = 500;
const POLL_MS = 1_000;
const nextSql = `select subject, wrapped_key from subject_keys
  where vault is null and wrapped_key is not null and subject > $1 order by subject limit ${BATCH}`;

interface OldKey {
  readonly subject: string;
  readonly wrapped_key: Buffer;
}

/**
 * Once the vault is in use, wraps keys that the master key alone opens with it, 500 at a time, until none is left; begins again where it was
 * stopped. Answers how many. A key that the master key does not open stays as it is. What was copied out of the database before
 * still opens with the master key alone: such backups are to be destroyed (docs/decisions/0149).
 */
export async function rewrapKeys(
  db: Pick<Pool, 'query'>,
  masterKey: MasterKey,
  vault: KeyVault & VaultUse,
  isStopped: () => boolean,
): Promise<number> {
  while (!vault.isInUse() && !isStopped()) await sleep(POLL_MS);
  let rewrapped = 0;
  for (let after = ''; !isStopped();) {
    const { rows } = await db.query<OldKey>(nextSql, [after]);
    const last = rows.at(-1);
    if (last === undefined) break;
    rewrapped += await rewrapBatch(db, rows, masterKey, vault);
    after = last.subject;
  }
  return rewrapped;
}

async function rewrapBatch(
  db: Pick<Pool, 'query'>,
  rows: readonly OldKey[],
  masterKey: MasterKey,
  vault: KeyVault,
): Promise<number> {
  const opened = rows.flatMap(({ subject, wrapped_key }) => {
    try {
      return [{ subject, before: wrapped_key, key: unwrapBytes(wrapped_key, subject, masterKey) }];
    } catch {
      return [];
    }
  });
  const wrapped = await vault.wrap(opened);
  const done = opened.flatMap(({ subject, before }, index) => {
    const after = wrapped[index];
    return after === undefined ? [] : [{ subject, before, after }];
  });
  const { rows: counted } = await db.query<{ count: number }>('select rewrap_keys($1, $2, $3, $4) as count', [
    done.map(({ subject }) => subject),
    done.map(({ before }) => before),
    done.map(({ after }) => after),
    vault.id,
  ]);
  return counted[0]?.count ?? 0;
}
