import { randomUUID } from 'node:crypto';
import { createPostgresBlobStore } from '@atelier/application/blobs/postgres-blob-store.ts';
import type { Caller, CommandServices } from '@atelier/application/commands/run-command.ts';
import { radarOf } from '@atelier/application/insight/radar/radar.queries.ts';
import { settleDefectAlarm } from '@atelier/application/insight/radar/settle-alarm.commands.ts';
import { watchRadar } from '@atelier/application/insight/radar/watch-radar.commands.ts';
import { createDatabase } from '@atelier/application/platform/database.ts';
import { RADAR_STREAM } from '@atelier/domain/insight/radar/events.ts';
import { SYSTEM } from '@atelier/domain/kernel.ts';
import { DEFAULT_POLICY } from '@atelier/domain/policy.ts';
import type { EventStore } from '@atelier/event-store/types.ts';
import type { Pool } from 'pg';
import { WEEK_MS } from '../history/ages.ts';

/** Weeks that the radar has judged when the demo begins. */
const WEEKS = 8;
const NOTE = 'Two shops began to use the system in autumn: more deposits of every kind.';

export interface RadarDemo {
  readonly pool: Pool;
  readonly store: EventStore;
  readonly now: Date;
  /** Who explains an alarm. */
  readonly adminId: number;
  /** Folds what was appended into the figures. */
  readonly show: () => Promise<unknown>;
}

/** The defect radar as if it had run every week: alarms as the history gives them, of several the newest explained. */
export async function judgeDemoWeeks({ pool, store, now, adminId, show }: RadarDemo): Promise<void> {
  const db = createDatabase(pool, store.sealing);
  const blobs = createPostgresBlobStore(pool, store.files);
  const servicesAt = (at: Date): CommandServices => ({
    store,
    db,
    blobs,
    clock: { now: () => at },
    policy: () => DEFAULT_POLICY,
  });
  for (let weeksAgo = WEEKS; weeksAgo >= 0; weeksAgo -= 1) {
    const at = new Date(now.getTime() - weeksAgo * WEEK_MS);
    await show();
    await watchRadar(servicesAt(at), () => callerAt(at, null));
  }
  const { alarms } = radarOf((await store.readStream(RADAR_STREAM)).events);
  if (alarms.size < 2) return;
  const asked = { number: alarms.size, cause: 'campaign', note: NOTE } as const;
  await settleDefectAlarm(servicesAt(now), callerAt(now, adminId), asked);
}

const callerAt = (at: Date, userId: number | null): Caller => ({
  actor: userId === null ? SYSTEM : { userId, workerId: null, siteId: null },
  scope: { kind: 'all' },
  metadata: {
    actor: userId === null ? { id: 'system', kind: 'system', name: 'insight' } : { id: userId, kind: 'user' },
    commandId: randomUUID(),
    occurredAt: at.toISOString(),
  },
});
