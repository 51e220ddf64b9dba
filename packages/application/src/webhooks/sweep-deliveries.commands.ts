import { DAY_MS } from '@atelier/domain/kernel.ts';
import { DELIVERIES_KEPT_DAYS } from '@atelier/domain/webhooks/contract.ts';
import { sql } from 'kysely';
import type { CommandServices } from '../commands/run-command.ts';

const AT_ONCE = 1_000;

/** Takes away lines of the delivery log after their time. Answers how many. */
export async function sweepDeliveries({ db }: Pick<CommandServices, 'db'>, now: Date): Promise<number> {
  const before = new Date(now.getTime() - DELIVERIES_KEPT_DAYS * DAY_MS);
  const { numAffectedRows } = await sql`
    delete from webhook_deliveries where id in (
      select id from webhook_deliveries where at < ${before} order by at limit ${AT_ONCE})`.execute(db);
  return Number(numAffectedRows ?? 0);
}
