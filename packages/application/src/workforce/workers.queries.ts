import type { WorkerEvent } from '@atelier/domain/workforce/events.ts';
import { evolveWorker, initialWorker, type WorkerState } from '@atelier/domain/workforce/worker.ts';
import type { Histories } from '@atelier/event-store/command.ts';
import { sql } from 'kysely';
import { badgeDigest, type BadgeServices } from './badge.table.ts';

export interface BadgeHolder {
  readonly id: number;
  readonly pin_hash: string | null;
  /** The code is a work id, which colleagues know: without a right PIN it opens nothing. */
  readonly isWorkId: boolean;
}

/** The active worker of this site whose badge has this barcode, or else whose work id was typed by hand. */
export function findBadgeHolder(
  { db, masterKey }: BadgeServices,
  door: { readonly siteId: number; readonly code: string },
): Promise<BadgeHolder | undefined> {
  const isBadge = sql<boolean>`coalesce(b.barcode_digest = ${badgeDigest(masterKey, door.code)}, false)`;
  return db
    .selectFrom('worker_row as w')
    .leftJoin('worker_badges as b', 'b.worker_id', 'w.id')
    .select(['w.id', 'b.pin_hash'])
    .select(
      sql<boolean>`exists (select from worker_row o where o.active and o.work_id = ${door.code})`.as(
        'isWorkId',
      ),
    )
    .where('w.active', '=', true)
    .where('w.site_id', '=', door.siteId)
    .where((where) => where.or([isBadge, where('w.work_id', '=', door.code)]))
    .orderBy(isBadge, 'desc')
    .orderBy('w.id')
    .executeTakeFirst();
}

/** A worker as its stream says, name and barcode included. */
export function workerOf(histories: Histories<WorkerEvent>, streamId: string): WorkerState {
  return (histories.get(streamId)?.events ?? []).reduce(
    (state: WorkerState, { type, data }) =>
      // The stream's name says which events stand in it.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      evolveWorker(state, { type, data } as WorkerEvent),
    initialWorker,
  );
}
