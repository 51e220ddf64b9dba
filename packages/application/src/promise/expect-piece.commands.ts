import { DAY_MS, itemStream, toMs, type ItemId } from '@atelier/domain/kernel.ts';
import { isItemEvent } from '@atelier/domain/personal-data.ts';
import { isWorthTelling } from '@atelier/domain/promise/moves.ts';
import { hasNoDate, momentIn, momentOf, statesOf } from '@atelier/domain/processes/ready-history.ts';
import { expectReady, type Expected } from '@atelier/domain/shared/ready-date/ready-model.ts';
import type { ExpectedBecause } from '@atelier/domain/repair/expected/expected-events.ts';
import type { ItemEvent } from '@atelier/domain/repair/item/events.ts';
import { addDays } from '@atelier/domain/calendar.ts';
import type { StoredEvent } from '@atelier/event-store/types.ts';
import type { Caller, CommandServices } from '../commands/run-command.ts';
import { runItemCommand } from '../commands/item-command.ts';
import { pieceWorld, placeOf } from './piece-world.queries.ts';
import { modelInForce, type ModelInForce } from './ready-model.queries.ts';

/** An event older than this moves no date when it is met: a replay of the log says nothing again. */
const NEWS_MS = DAY_MS;

/**
 * Appends another date of an open piece where it moved enough to be named, with what moved it (product/promise.md §3). Twice is
 * once: a date that was given after the event already knows it. Answers whether a date was appended.
 */
export async function expectPiece(
  services: CommandServices,
  caller: Caller,
  itemId: ItemId,
  because: ExpectedBecause,
): Promise<boolean> {
  const model = await modelInForce(services.db);
  if (model === null) return false;
  const { events } = await services.store.readStream(itemStream(itemId));
  const now = services.clock.now();
  if (isKnownAlready(events, because, now.getTime())) return false;
  const found = await expectedNow(services, model, events, now);
  if (found === null) return false;
  if (!isWorthTelling(toldOf(events), found.expected, found.today)) return false;
  const command = { type: 'ExpectReadyDate', ...found.expected, model: model.number, because } as const;
  const outcome = await runItemCommand(services, caller, itemId, () => command);
  return outcome.ok;
}

interface Found {
  readonly expected: Expected;
  readonly today: string;
}

async function expectedNow(
  { db }: CommandServices,
  { model }: ModelInForce,
  events: readonly StoredEvent[],
  now: Date,
): Promise<Found | null> {
  const own = itemEvents(events);
  const last = statesOf(own.map((event) => ({ at: momentIn(event), event }))).at(-1);
  const deposit = own.find((event) => event.type === 'ItemDeposited');
  if (last === undefined || deposit === undefined || hasNoDate(last)) return null;
  const place = await placeOf(db, deposit.data.storeId);
  if (place === undefined) return null;
  const origin = { ...place, itemId: deposit.data.itemId, delivery: deposit.data.delivery };
  const world = await pieceWorld(db, [last.facts.sku], now);
  const moment = momentOf(last, now.getTime(), origin, world);
  const expected = expectReady(model, moment);
  return expected && { expected, today: addDays('1970-01-01', Math.floor(moment.now)) };
}

function isKnownAlready(events: readonly StoredEvent[], because: ExpectedBecause, now: number): boolean {
  if (because.kind !== 'event' || because.type === 'ReadyModelFitted') return false;
  const cause = events.find(({ position }) => position === because.position);
  const told = events.findLast(({ type }) => type === 'ReadyDateExpected');
  if (cause === undefined || toMs(cause.recordedAt) < now - NEWS_MS) return true;
  return told !== undefined && told.position > because.position;
}

const itemEvents = (events: readonly StoredEvent[]): readonly ItemEvent[] =>
  events.map(({ type, data }) => ({ type, data })).filter(isItemEvent);

function toldOf(events: readonly StoredEvent[]): Expected | null {
  const told = itemEvents(events).findLast((event) => event.type === 'ReadyDateExpected');
  return told === undefined ? null : told.data;
}
