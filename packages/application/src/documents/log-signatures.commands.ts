import { setTimeout as sleep } from 'node:timers/promises';
import type { Queryable } from '@atelier/postgres/transaction.ts';
import { signFile } from '@atelier/transparency-log/proof/file-statement.ts';
import type { SignerKey } from '@atelier/transparency-log/proof/signed-note.ts';
import type { Pool } from 'pg';
import { listen, type Listener } from '../shared/listener.ts';

const CHANNEL = 'log_signatures';
const POLL_MS = 50;
const WAIT_MS = 8_000;

/**
 * A signature of the log's key under a manifest, made by a worker: the key never lies where calls are answered. Undefined when none
 * came within 8 seconds; the row goes away with the call.
 */
export async function requestSignature(
  db: Queryable,
  sha256: string,
  size: number,
): Promise<string | undefined> {
  await db.query(`delete from log_signatures where requested_at < clock_timestamp() - interval '1 hour'`);
  const { rows } = await db.query<{ id: number }>(
    `with asked as (insert into log_signatures (sha256, size) values ($1, $2) returning id)
     select id, pg_notify('${CHANNEL}', id::text) from asked`,
    [sha256, size],
  );
  const id = rows[0]?.id ?? 0;
  try {
    return await signatureOf(db, id);
  } finally {
    await db.query('delete from log_signatures where id = $1', [id]);
  }
}

async function signatureOf(db: Queryable, id: number): Promise<string | undefined> {
  for (let waited = 0; waited < WAIT_MS; waited += POLL_MS) {
    const { rows } = await db.query<{ note: string | null }>(
      'select note from log_signatures where id = $1',
      [id],
    );
    const note = rows[0]?.note ?? null;
    if (note !== null) return note;
    await sleep(POLL_MS);
  }
  return undefined;
}

export interface SigningOptions {
  /** Sessions of role `atelier_projector`. */
  readonly pool: Pool;
  readonly signer: SignerKey;
  /** Listening or signing failed; both go on. */
  readonly onError: (error: unknown) => void;
}

/**
 * Signs what calls ask for. Every worker does, the first one's signature counts; two of the same key are the same. It signs
 * nothing but the hash of a file under a head that this key signed before.
 */
export function keepSigning({ pool, signer, onError }: SigningOptions): Listener {
  const sign = (): void => void signWaiting(pool, signer).catch(onError);
  return listen(pool, { channel: CHANNEL, onPayload: sign, onConnected: sign, onError });
}

async function signWaiting(pool: Pool, signer: SignerKey): Promise<void> {
  const { rows } = await pool.query<{ id: number; sha256: string; note: string }>(
    `select s.id, s.sha256, c.note from log_signatures s join log_checkpoints c using (size) where s.note is null`,
  );
  for (const { id, sha256, note } of rows) {
    await pool.query('update log_signatures set note = $2 where id = $1 and note is null', [
      id,
      signFile(signer, sha256, note),
    ]);
  }
}
