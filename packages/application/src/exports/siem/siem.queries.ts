import { OCSF_TYPES } from '@atelier/contracts/exports/log/ocsf-meanings.ts';
import type { SiemStanding } from '@atelier/contracts/system/siem/schema.ts';
import type { EventStore } from '@atelier/event-store/types.ts';
import { ArchivedHistory } from '@atelier/transparency-log/archive/archived-history.ts';
import type { AppDb } from '../../platform/database.ts';
import type { SiemDeliveryTable } from './siem.table.ts';

export interface SiemHealth {
  readonly standing: SiemStanding;
  readonly target: string | null;
  readonly position: number | null;
  readonly lines: number;
  /** Milliseconds since the oldest event that was not sent; 0 without one. */
  readonly behindMs: number;
  readonly acknowledgedAt: Date | null;
  readonly failedAt: Date | null;
  readonly error: string | null;
}

const OFF: SiemHealth = {
  standing: 'off',
  target: null,
  position: null,
  lines: 0,
  behindMs: 0,
  acknowledgedAt: null,
  failedAt: null,
  error: null,
};
/** An event, and a word of the worker that sends, may be so old. */
const LATE_MS = 60_000;

/** How the sending to a SIEM stands, for metrics and the jobs screen. */
export async function siemHealth(
  db: AppDb,
  store: Pick<EventStore, 'readLog' | 'epoch'>,
  now: Date,
): Promise<SiemHealth> {
  const row = await db.selectFrom('siem_delivery').selectAll().executeTakeFirst();
  if (row === undefined || row.target === null) return OFF;
  const behindMs = await behindOf(store, row.position, now);
  return {
    standing: standingOf(row, behindMs, now),
    target: row.target,
    position: row.position,
    lines: row.lines,
    behindMs,
    acknowledgedAt: row.acknowledged_at,
    failedAt: row.failed_at,
    error: row.error,
  };
}

function standingOf(
  { failures, seen_at: seenAt }: SiemDeliveryTable,
  behindMs: number,
  now: Date,
): SiemStanding {
  if (failures > 0) return 'failed';
  return behindMs > LATE_MS || now.getTime() - seenAt.getTime() > LATE_MS ? 'late' : 'current';
}

async function behindOf(
  store: Pick<EventStore, 'readLog' | 'epoch'>,
  position: number,
  now: Date,
): Promise<number> {
  try {
    const after = { epoch: store.epoch(), position };
    const { events } = await store.readLog({ after, limit: 1, types: OCSF_TYPES });
    const [oldest] = events;
    return oldest === undefined ? 0 : Math.max(0, now.getTime() - Date.parse(oldest.recordedAt));
  } catch (error) {
    // What was not sent lies in an archive by now: as late as can be.
    if (error instanceof ArchivedHistory) return now.getTime();
    throw error;
  }
}
