import { sql } from 'kysely';
import { changeCredential } from '../shared/recorded/record-credential.commands.ts';
import { badgeDigest, type BadgeServices } from './badge.table.ts';

export interface Badge {
  readonly workerId: number;
  readonly barcode: string;
  /** An argon2id string; null for a badge alone; undefined leaves the PIN as it is. */
  readonly pinHash?: string | null | undefined;
}

/**
 * Makes a worker's badge known at the door. A barcode that only an inactive worker had is free again; one that an
 * active worker has breaks the unique index (23505).
 */
export async function storeBadge({ db, masterKey }: BadgeServices, badge: Badge, now: Date): Promise<void> {
  const digest = badgeDigest(masterKey, badge.barcode);
  await changeCredential(db, 'badge', badge.workerId, now, async (trx) => {
    const { rows: freed } = await sql<{ worker_id: number }>`
      delete from worker_badges b
       where barcode_digest = ${digest} and worker_id <> ${badge.workerId}
         and not exists (select 1 from worker_row w where w.id = b.worker_id and w.active)
      returning worker_id`.execute(trx);
    const pin = badge.pinHash === undefined ? {} : { pin_hash: badge.pinHash };
    await trx
      .insertInto('worker_badges')
      .values({ worker_id: badge.workerId, barcode_digest: digest, pin_hash: null, changed_at: now, ...pin })
      .onConflict((conflict) =>
        conflict.column('worker_id').doUpdateSet({ barcode_digest: digest, changed_at: now, ...pin }),
      )
      .execute();
    return { value: undefined, others: freed.map(({ worker_id }) => worker_id) };
  });
}

/** A badge that opens nothing any more; its barcode may belong to another worker. */
export function dropBadge({ db }: Pick<BadgeServices, 'db'>, workerId: number, now: Date): Promise<void> {
  return changeCredential(db, 'badge', workerId, now, async (trx) => {
    await trx.deleteFrom('worker_badges').where('worker_id', '=', workerId).execute();
    return { value: undefined };
  });
}
