import { backupHealth } from '@atelier/application/system/backups/backups.queries.ts';
import type { Database } from '@atelier/application/platform/database.ts';
import type { Clock } from '@atelier/postgres/timers.ts';
import type { Kysely } from 'kysely';
import { Gauge, type Registry } from 'prom-client';

/**
 * `atelier_backup_age_seconds{what}`: how long ago the newest backup began, was verified, and the log was archived; no line for what
 * never was. `atelier_backup_standing{standing}`: 1 for how the backups stand. From the database at each scrape.
 */
export function measureBackups(registry: Registry, db: Kysely<Database>, clock: Clock): void {
  // Without a database the other metrics are still exported.
  const read = () => backupHealth(db, clock.now()).catch(() => undefined);
  const standing = new Gauge({
    name: 'atelier_backup_standing',
    help: '1 for how the backups stand: off, fresh, late or failed',
    labelNames: ['standing'],
    registers: [registry],
    collect: async () => {
      const health = await read();
      standing.reset();
      if (health !== undefined) standing.set({ standing: health.standing }, 1);
    },
  });
  const age = new Gauge({
    name: 'atelier_backup_age_seconds',
    help: 'Seconds since the newest backup, its verification, and the archived log',
    labelNames: ['what'],
    registers: [registry],
    collect: async () => {
      const health = await read();
      age.reset();
      const moments = { backup: health?.takenAt, verification: health?.verifiedAt, log: health?.archivedAt };
      for (const [what, at] of Object.entries(moments))
        if (at instanceof Date) age.set({ what }, (clock.now().getTime() - at.getTime()) / 1_000);
    },
  });
}
