import { itemStream } from '@atelier/domain/kernel.ts';
import { isItemEvent } from '@atelier/domain/personal-data.ts';
import { rank, Status } from '@atelier/domain/shared/status.ts';
import type { Kysely } from 'kysely';
import { findNames } from '../shared/people.queries.ts';
import type { Database } from '../platform/database.ts';
import type { DomainEvent, EventStore } from '@atelier/event-store/types.ts';

/** A request that waits for its decision. */
export interface OpenWaiver {
  readonly itemId: number;
  readonly remark: string;
  readonly requestedAt: string;
  readonly requestedBy: string;
  readonly requests: number;
  readonly rejectedBecause: string;
}

export interface OpenWaivers {
  readonly waivers: readonly OpenWaiver[];
  readonly total: number;
}

const UNDER_REVIEW = 1;
const MOST = 200;

/**
 * Items under review that can still be decided — not shipped out, not cancelled — the longest waiting first, 200 at
 * most. The words stand in the streams alone, encrypted under the customer's key. Call inside `inScope`.
 */
export async function findOpenWaivers(
  trx: Kysely<Database>,
  store: Pick<EventStore, 'readStreams'>,
): Promise<OpenWaivers> {
  const rows = await trx
    .selectFrom('item_row')
    .select(['id', 'waiver_requests'])
    .where('waiver', '=', UNDER_REVIEW)
    .where('rank', '<', rank(Status.LogisticsShipOut))
    .where('status', '!=', Status.Cancelled)
    .orderBy('id')
    .execute();
  const shown = rows.slice(0, MOST);
  const histories = await store.readStreams(shown.map(({ id }) => itemStream(id)));
  const asked = shown.flatMap((row) => {
    const request = requestIn(histories.get(itemStream(row.id))?.events ?? []);
    return request === null ? [] : [{ ...request, itemId: row.id, requests: row.waiver_requests }];
  });
  const names = await findNames(
    trx,
    asked.flatMap(({ userId }) => userId ?? []),
  );
  const waivers = asked
    .map(({ userId, ...rest }) => ({ ...rest, requestedBy: names.users.get(userId ?? 0) ?? '' }))
    .sort((a, b) => a.requestedAt.localeCompare(b.requestedAt) || a.itemId - b.itemId);
  return { waivers, total: rows.length };
}

function requestIn(stored: readonly DomainEvent[]) {
  const events = stored.map(({ type, data }) => ({ type, data })).filter((event) => isItemEvent(event));
  const request = events.findLast((event) => event.type === 'WaiverRequested');
  if (request === undefined) return null;
  const decided = events.findLast((event) => event.type === 'WaiverDecided');
  const { at, by, remark } = request.data;
  return {
    // Null once the customer is erased, whatever the type says of the day it was written.
    remark: (remark as string | null) ?? '',
    requestedAt: at,
    userId: by.userId,
    rejectedBecause: decided?.data.reason ?? '',
  };
}
