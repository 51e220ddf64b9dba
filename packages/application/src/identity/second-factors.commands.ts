import { sql } from 'kysely';
import { changeCredential } from '../shared/recorded/record-credential.commands.ts';
import type { IdentityDb } from './identity.table.ts';

/** A second factor as it is kept; `confirmed_at` is null while its enrolment waits for a first code. */
export interface KeptSecondFactor {
  readonly secret: Buffer;
  readonly confirmed_at: Date | null;
}

export function findSecondFactor(db: IdentityDb, userId: number): Promise<KeptSecondFactor | undefined> {
  return db
    .selectFrom('second_factors')
    .select(['secret', 'confirmed_at'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

/** Begins an enrolment, in place of one that was not confirmed. False where one is confirmed. */
export async function beginSecondFactor(
  db: IdentityDb,
  userId: number,
  secret: Buffer,
  now: Date,
): Promise<boolean> {
  return changeCredential(db, 'second_factor', userId, now, async (trx) => {
    const { rows } = await sql`
    insert into second_factors as held (user_id, secret, begun_at) values (${userId}, ${secret}, ${now})
    on conflict (user_id) do update set secret = excluded.secret, begun_at = excluded.begun_at, last_step = 0
     where held.confirmed_at is null
    returning user_id`.execute(trx);
    return { value: rows.length > 0 };
  });
}

/** A first code was right: from now on sign-ins ask for one. False when another was faster. */
export async function confirmSecondFactor(
  db: IdentityDb,
  userId: number,
  { step, recovery }: { readonly step: number; readonly recovery: readonly string[] },
  now: Date,
): Promise<boolean> {
  return changeCredential(db, 'second_factor', userId, now, async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('second_factors')
      .set({ confirmed_at: now, last_step: step, recovery: [...recovery] })
      .where('user_id', '=', userId)
      .where('confirmed_at', 'is', null)
      .executeTakeFirst();
    return { value: numUpdatedRows > 0n };
  });
}

/** Takes the code of a 30-second step. False when it, or a later one, was taken before: a code is good once, also at the same moment. */
export async function takeStep(db: IdentityDb, userId: number, step: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('second_factors')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('last_step', '<', step)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Takes a recovery code, and returns how many are left; undefined for one that is not there, or was taken. */
export async function takeRecoveryCode(
  db: IdentityDb,
  userId: number,
  digest: string,
  now: Date,
): Promise<number | undefined> {
  return changeCredential(db, 'second_factor', userId, now, async (trx) => {
    const { rows } = await sql<{ left: number }>`
      update second_factors set recovery = array_remove(recovery, ${digest})
       where user_id = ${userId} and ${digest} = any (recovery)
      returning cardinality(recovery) as left`.execute(trx);
    return { value: rows[0]?.left };
  });
}

export function dropSecondFactor(db: IdentityDb, userId: number, now: Date): Promise<void> {
  return changeCredential(db, 'second_factor', userId, now, async (trx) => {
    await trx.deleteFrom('second_factors').where('user_id', '=', userId).execute();
    return { value: undefined };
  });
}
