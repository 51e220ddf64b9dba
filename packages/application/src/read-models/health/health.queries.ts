import type { HealthView } from '@atelier/contracts/system/health/schema.ts';
import type { Kysely } from 'kysely';
import type { Database } from '../../platform/database.ts';
import { backupLines } from './backup-health.queries.ts';
import { keyLine, mailLine, navLine, webhookLine } from './connections-health.queries.ts';
import { verificationLine, witnessLine } from './log-health.queries.ts';

export interface HealthRequest {
  readonly now: Date;
  /** Names of the configured witnesses, as their signatures have them. */
  readonly witnesses: readonly string[];
  readonly messagesOn: boolean;
}

/** The house in one sentence each, for its administrators. */
export async function readHealth(
  db: Kysely<Database>,
  { now, witnesses, messagesOn }: HealthRequest,
): Promise<HealthView> {
  const [backups, ...others] = await Promise.all([
    backupLines(db, now),
    verificationLine(db, now),
    witnessLine(db, now, witnesses),
    navLine(db, now),
    mailLine(db, now, messagesOn),
    webhookLine(db, now),
    keyLine(db, now),
  ]);
  return { as_of: now.toISOString(), lines: [...backups, ...others] };
}
