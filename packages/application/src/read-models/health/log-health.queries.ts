import { DAY_MS } from '@atelier/domain/kernel.ts';
import type { HealthLine } from '@atelier/contracts/system/health/schema.ts';
import { sql, type Kysely } from 'kysely';
import type { Database } from '../../platform/database.ts';
import { oldestUnsealed, SEALED_LATE_MS } from '../../audit/unsealed.queries.ts';
import { newestFinished } from '../../audit/verification/verification.queries.ts';
import { readDays } from './days.queries.ts';
import { healthLineOf, NAMES_SHOWN } from './health-line.ts';

type Db = Kysely<Database>;

/** A verification may be so old. */
const VERIFIED_DAYS = 30;

/** Whether the log is sealed in time, and what its last verification found. */
export async function verificationLine(db: Db, now: Date): Promise<HealthLine> {
  const [unsealed, verified, sealed, days] = await Promise.all([
    oldestUnsealed(db),
    newestFinished(db),
    newestSize(db, now),
    readDays(db, now, {
      table: 'log_verification_row',
      at: 'ended_at',
      isBad: sql`fault_count > 0`,
      only: sql`state = 'done'`,
    }),
  ]);
  const facts = { days, limit_days: VERIFIED_DAYS, total: sealed };
  if (verified !== undefined && verified.faults > 0)
    return healthLineOf('verification', 'faults', { ...facts, at: verified.endedAt, count: verified.faults });
  if (unsealed !== undefined && now.getTime() - unsealed.getTime() > SEALED_LATE_MS)
    return healthLineOf('verification', 'unsealed', { ...facts, at: unsealed });
  if (verified === undefined) return healthLineOf('verification', 'never', facts);
  const isOld = now.getTime() - verified.endedAt.getTime() > VERIFIED_DAYS * DAY_MS;
  return healthLineOf('verification', isOld ? 'old' : 'sound', { ...facts, at: verified.endedAt });
}

/** A witness may sign so long after a checkpoint. */
const WITNESS_LATE_MS = 15 * 60_000;
/** Signatures that are searched for the newest one of each witness. */
const SIGNATURES_READ = 2_000;

/** Whether each witness signed what is sealed. `witnesses` are the configured ones, as their signatures name them. */
export async function witnessLine(db: Db, now: Date, witnesses: readonly string[]): Promise<HealthLine> {
  if (witnesses.length === 0) return healthLineOf('witness', 'none', {});
  const [signed, due] = await Promise.all([
    newestSigned(db),
    newestSize(db, new Date(now.getTime() - WITNESS_LATE_MS)),
  ]);
  const behind = witnesses.filter((name) => (signed.get(name)?.size ?? 0) < due);
  const times = witnesses.flatMap((name) => signed.get(name)?.at ?? []);
  const oldest = times.toSorted((a, b) => a.getTime() - b.getTime())[0] ?? null;
  const named = behind.length > 0 ? behind : witnesses;
  const names = named.slice(0, NAMES_SHOWN).map((name) => name.replace(/\+[0-9a-f]{8}$/u, ''));
  const facts = { at: oldest, count: behind.length, total: witnesses.length, names };
  return healthLineOf('witness', behind.length > 0 ? 'behind' : 'agree', facts);
}

interface Signed {
  readonly size: number;
  readonly at: Date;
}

async function newestSigned(db: Db): Promise<ReadonlyMap<string, Signed>> {
  const { rows } = await sql<Signed & { witness: string }>`
    select witness, max(size)::float8 as size, max(received_at) as at
      from (select witness, size, received_at from log_cosignatures order by size desc limit ${SIGNATURES_READ}) newest
     group by witness`.execute(db);
  return new Map(rows.map(({ witness, ...rest }) => [witness, rest]));
}

/** Events under the newest checkpoint that was sealed by then; 0 before the first. */
async function newestSize(db: Db, sealedBy: Date): Promise<number> {
  const { rows } = await sql<{ size: number }>`
    select size::float8 as size from log_checkpoints where sealed_at <= ${sealedBy}
     order by log_checkpoints.size desc limit 1`.execute(db);
  return rows[0]?.size ?? 0;
}
