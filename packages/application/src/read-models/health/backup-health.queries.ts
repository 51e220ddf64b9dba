import { DAY_MS } from '@atelier/domain/kernel.ts';
import type { HealthLine } from '@atelier/contracts/system/health/schema.ts';
import { sql, type Kysely } from 'kysely';
import type { Database } from '../../platform/database.ts';
import { backupHealth, newestRuns, type BackupHealth } from '../../system/backups/backups.queries.ts';
import { readDays } from './days.queries.ts';
import { healthLineOf } from './health-line.ts';

type Db = Kysely<Database>;

const runsOf = (kind: 'backup' | 'verification') => ({
  table: 'backup_runs',
  at: 'ended_at',
  isBad: sql`error is not null`,
  only: sql`kind = ${kind}`,
});

/** Backups, and the last one that was restored and compared with the log. */
export async function backupLines(db: Db, now: Date): Promise<readonly HealthLine[]> {
  const [health, backupDays, restoreDays, state, verification] = await Promise.all([
    backupHealth(db, now),
    readDays(db, now, runsOf('backup')),
    readDays(db, now, runsOf('verification')),
    db.selectFrom('backup_state').select('verify_ms').executeTakeFirst(),
    newestRuns(db, 'verification'),
  ]);
  const says = sayingOf(health);
  const backup = { at: health.takenAt, count: health.size ?? 0, reason: health.reason, days: backupDays };
  return [
    healthLineOf('backup', says, backup),
    restoreLine({
      every: state?.verify_ms ?? null,
      isOn: state !== undefined,
      verification,
      now,
      restoreDays,
    }),
  ];
}

function sayingOf({ standing, takenAt }: BackupHealth) {
  if (standing !== 'fresh') return standing;
  return takenAt === null ? 'none' : 'taken';
}

/** Of a release before, which reported no interval: the default's. */
const VERIFY_DAYS = 7;
/** A restore takes its time: it is late a day after it was due. */
const GRACE_DAYS = 1;

interface Restores {
  readonly every: number | null;
  readonly isOn: boolean;
  readonly verification: Awaited<ReturnType<typeof newestRuns>>;
  readonly now: Date;
  readonly restoreDays: HealthLine['days'];
}

function restoreLine({ every, isOn, verification: { done, failed }, now, restoreDays: days }: Restores) {
  const limit = every === null ? VERIFY_DAYS : Math.ceil(every / DAY_MS);
  if (!isOn || limit === 0) return healthLineOf('restore', 'off', { days });
  const facts = { limit_days: limit, days };
  if (failed !== undefined) return healthLineOf('restore', 'failed', { ...facts, at: failed.ended_at });
  if (done === undefined) return healthLineOf('restore', 'never', facts);
  const age = now.getTime() - done.ended_at.getTime();
  const isOld = age > (limit + GRACE_DAYS) * DAY_MS;
  return healthLineOf('restore', isOld ? 'old' : 'verified', { ...facts, at: done.ended_at });
}
