import { DAY_MS } from '@atelier/domain/kernel.ts';
import { sql } from 'kysely';
import type { CommandServices } from './commands/run-command.ts';
import { sweepDeliveries } from './webhooks/sweep-deliveries.commands.ts';
import { sweepWebhookKeys } from './webhooks/webhook-keys.commands.ts';
import { sweepSignSessions } from './customer-site/sign-sessions.commands.ts';
import { sweepUploads } from './images/sweep-uploads.commands.ts';

/** How long an idempotency key is honoured: an offline scanner may lie in a drawer over a holiday. */
export const COMMAND_KEYS_DAYS = 30;
/** How long the past is kept to ten seconds; to the hour for ever. */
export const FINE_MARKS_DAYS = 30;

/** Something that is taken away by the clock, a bounded number at once; answers how many went. */
export interface RetentionTask {
  readonly table: string;
  readonly run: (services: Services, now: Date) => Promise<number>;
}

type Services = Pick<CommandServices, 'db' | 'blobs'>;

/**
 * What the workers take away: uploaded pictures that no item has named for a week, expired codes for phones, and rows of tables that only functions
 * of the database may change.
 */
export const RETENTION_TASKS: readonly RetentionTask[] = [
  { table: 'image_uploads', run: sweepUploads },
  { table: 'sign_sessions', run: sweepSignSessions },
  { table: 'webhook_deliveries', run: sweepDeliveries },
  { table: 'webhook_keys', run: sweepWebhookKeys },
  {
    table: 'handled_commands',
    run: ({ db }, now) => callWith(db, 'forget_handled_commands', now, COMMAND_KEYS_DAYS),
  },
  { table: 'horizon_marks', run: ({ db }, now) => callWith(db, 'thin_horizon_marks', now, FINE_MARKS_DAYS) },
];

async function callWith(db: Services['db'], name: string, now: Date, keptDays: number): Promise<number> {
  const before = new Date(now.getTime() - keptDays * DAY_MS);
  const { rows } = await sql<{ gone: number }>`select ${sql.id(name)}(${before}) as gone`.execute(db);
  return rows[0]?.gone ?? 0;
}
