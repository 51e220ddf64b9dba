import { localDay } from '@atelier/domain/calendar.ts';
import { itemStream, type Day, type Instant } from '@atelier/domain/kernel.ts';
import type { ItemEvent } from '@atelier/domain/repair/item/events.ts';
import { isItemEvent } from '@atelier/domain/personal-data.ts';
import type { FollowUpRecorded } from '@atelier/domain/repair/item/remark-events.ts';
import {
  agreedDay,
  agreedVisit,
  isCallDue,
  lastAgreement,
  type Agreement,
} from '@atelier/domain/repair/remarks/calls.ts';
import { Status } from '@atelier/domain/shared/status.ts';
import type { EventStore, LogEvent, StoredEvent } from '@atelier/event-store/types.ts';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Database } from '../platform/database.ts';

type FollowUp = FollowUpRecorded['data'];

export interface ClientContact {
  readonly firstname: string;
  readonly lastname: string;
  readonly fullname: string;
  readonly language: string;
  readonly phone_code: string;
  readonly fullphone: string;
  readonly email: string | null;
}

/** A client with every piece that waits for them at the shop. */
export interface WaitingClient {
  /** The longest waiting first. */
  readonly itemIds: readonly number[];
  readonly contact: ClientContact;
  readonly since: Instant;
  /** Of this wait, oldest first; without the words of any. */
  readonly followUps: readonly FollowUp[];
  readonly agreedOn: Day | null;
  /** The day on which they come, by the newest agreement. */
  readonly comesOn: Day | null;
}

export interface CallList {
  /** Due a call, the longest waiting first, 200 at most. */
  readonly due: readonly WaitingClient[];
  readonly leftToday: number;
  readonly later: number;
}

const MOST_CLIENTS = 200;
export const MOST_PIECES = 2000;

interface WaitingPiece extends ClientContact {
  readonly id: number;
  readonly phone_digits: string;
  readonly status_entered_at: Date;
  readonly to_call: boolean;
  readonly time_zone: string;
}

/**
 * The clients whose pieces wait at 15 at the shop that hands them over and who are due a call (product/reminders.md §4). Call inside
 * `inScope`.
 */
export async function findCallList(...call: Parameters<typeof findWaitingClients>): Promise<CallList> {
  return callListOf(await findWaitingClients(...call));
}

/** Every client whose pieces wait at 15 at the shop that hands them over, due or not, the longest waiting first. Call inside `inScope`. */
export async function findWaitingClients(
  trx: Kysely<Database>,
  store: Pick<EventStore, 'readLoggedStreams'>,
  now: Instant,
) {
  const pieces = await waitingPieces(trx, TODAY);
  const histories = await store.readLoggedStreams(
    pieces.map(({ id }) => itemStream(id)),
    ['FollowUpRecorded', 'PickupBooked', 'PickupCancelled'],
  );
  return clientsOf(pieces, now, (id) => agreementsIn(histories.get(itemStream(id))?.events));
}

export function clientsOf(
  pieces: readonly WaitingPiece[],
  now: Instant,
  agreementsOf: (id: number) => readonly Agreement[],
) {
  const byClient = Map.groupBy(pieces, clientKey);
  return [...byClient.values()].flatMap(([first, ...more]) =>
    first === undefined ? [] : clientOf([first, ...more], now, agreementsOf),
  );
}

/** Whom a shop calls now, of those who wait. */
export function callListOf(clients: Awaited<ReturnType<typeof findWaitingClients>>): CallList {
  const called = clients.filter(({ isDue, client }) => !isDue && client.followUps.length > 0);
  return {
    due: clients.flatMap(({ isDue, client }) => (isDue ? client : [])).slice(0, MOST_CLIENTS),
    leftToday: called.filter(({ isCalledToday }) => isCalledToday).length,
    later: called.length,
  };
}

/** A client brings pieces in several deposits, under one name and number. */
const clientKey = (piece: WaitingPiece): string =>
  `${piece.time_zone} ${piece.phone_digits} ${piece.fullname.toLowerCase()}`;

export interface Sources {
  readonly items: RawBuilder<unknown>;
  readonly deposits: RawBuilder<unknown>;
}

const TODAY: Sources = { items: sql.table('item_row'), deposits: sql.table('rma_row') };

/** Without the pieces of erased persons: their deposits have no name any more. */
export async function waitingPieces(
  trx: Kysely<Database>,
  { items, deposits }: Sources,
): Promise<readonly WaitingPiece[]> {
  const { rows } = await sql<WaitingPiece>`
    select i.id, i.status_entered_at, i.to_call, s.time_zone, r.phone_digits,
           r.firstname, r.lastname, r.fullname, r.language, r.phone_code, r.fullphone, r.email
      from ${items} i join sites s on s.id = i.custody_site join ${deposits} r on r.id = i.rma_id
     where r.fullname <> '' and i.status = ${Status.ShopReceived} and i.custody_kind = 'site' and i.custody_site in (i.store_id, i.collect_shop)
       and (app_scope_key() >= 0 or i.custody_site = - app_scope_key())
       and not 'missing' = any (i.holds)
     order by i.status_entered_at, i.id limit ${MOST_PIECES}`.execute(trx);
  return rows;
}

export const agreementsIn = (logged: readonly (LogEvent | StoredEvent)[] = []): readonly Agreement[] =>
  logged
    .flatMap((event) => ('data' in event ? { type: event.type, data: event.data } : []))
    .filter((event) => isItemEvent(event))
    .filter((event) => isAgreement(event));

const isAgreement = (event: ItemEvent): event is Agreement =>
  event.type === 'FollowUpRecorded' || event.type === 'PickupBooked' || event.type === 'PickupCancelled';

/** One call is logged for each piece of the client, at different moments: the newest of any counts for all. */
function clientOf(
  pieces: readonly [WaitingPiece, ...WaitingPiece[]],
  now: Instant,
  agreementsOf: (id: number) => readonly Agreement[],
) {
  const [first] = pieces;
  const timeZone = first.time_zone;
  const today = localDay(now, timeZone);
  const waits = pieces.map((piece) => {
    const enteredAt = piece.status_entered_at.toISOString();
    const agreements = agreementsOf(piece.id).filter(({ data }) => data.at >= enteredAt);
    const all = agreements.flatMap(({ type, data }) => (type === 'FollowUpRecorded' ? data : []));
    const last = lastAgreement(agreements);
    return { enteredAt, all, agreements, waiting: { toCall: piece.to_call, enteredAt, last } };
  });
  const followUps = (waits.toSorted((a, b) => b.all.length - a.all.length)[0]?.all ?? []).slice();
  const agreed = waits.flatMap(({ waiting }) => agreedDay(waiting) ?? []).toSorted();
  const agreements = waits.flatMap((wait) => wait.agreements);
  const last = followUps.at(-1);
  const client: WaitingClient = {
    itemIds: pieces.map(({ id }) => id),
    contact: first,
    since: waits[0]?.enteredAt ?? now,
    followUps,
    agreedOn: agreed[0] ?? null,
    comesOn: agreedVisit(agreements.toSorted((a, b) => Date.parse(a.data.at) - Date.parse(b.data.at))),
  };
  return {
    client,
    isDue: waits.some(({ waiting }) => isCallDue(waiting, today)),
    isCalledToday: last !== undefined && localDay(last.at, timeZone) === today,
  };
}
