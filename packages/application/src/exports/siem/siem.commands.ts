import { sql } from 'kysely';
import type { LogCursor } from '@atelier/event-store/log-requests.ts';
import { inEpoch } from '../../shared/in-epoch.ts';
import type { AppDb } from '../../platform/database.ts';

/**
 * Says where security events are sent from now on, null = nowhere. The first time, sending begins behind `end`; after that it goes
 * on where it was, whatever the address.
 */
export async function configureDelivery(db: AppDb, target: string | null, end: number): Promise<void> {
  if (target === null) {
    await db.updateTable('siem_delivery').set({ target: null, holder: null }).execute();
    return;
  }
  await sql`
    insert into siem_delivery (target, position, seen_at) values (${target}, ${end}, clock_timestamp())
    on conflict (only_row) do update set target = excluded.target`.execute(db);
}

/** Takes or keeps the sending for so long; answers the cursor behind which to go on, undefined while another worker has it. */
export async function holdDelivery(db: AppDb, holder: string, forMs: number): Promise<LogCursor | undefined> {
  const { rows } = await sql<LogCursor>`
    update siem_delivery
       set holder = ${holder}, seen_at = clock_timestamp(),
           held_until = clock_timestamp() + make_interval(secs => ${forMs / 1_000})
     where holder = ${holder} or holder is null or held_until < clock_timestamp()
     returning (select epoch from log_horizon), position`.execute(db);
  return rows[0];
}

/** Gives the sending back, so that another worker need not wait for its time to run out. */
export async function releaseDelivery(db: AppDb, holder: string): Promise<void> {
  await db.updateTable('siem_delivery').set({ holder: null }).where('holder', '=', holder).execute();
}

/** The receiver took everything up to a cursor; false when another worker sends by now, or another epoch has begun. */
export async function acknowledgeDelivery(
  db: AppDb,
  holder: string,
  { epoch, position }: LogCursor,
  lines: number,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update siem_delivery
       set position = greatest(position, ${position}), lines = lines + ${lines}, failures = 0, error = null, failed_at = null,
           acknowledged_at = case when ${lines}::integer > 0 then clock_timestamp() else acknowledged_at end
     where holder = ${holder} and ${inEpoch(epoch)}`.execute(db);
  return numAffectedRows === 1n;
}

/** Why the last attempt failed, for people; no line of the log stands in it. */
export async function noteDeliveryFailure(db: AppDb, holder: string, error: string): Promise<void> {
  await sql`
    update siem_delivery set failures = failures + 1, error = ${error}, failed_at = clock_timestamp()
     where holder = ${holder}`.execute(db);
}
