import { addDays, isDay, localDay } from '../../calendar.ts';
import { accept, reject, type Decision } from '../../decider.ts';
import type { Day, SiteId } from '../../kernel.ts';
import { isFinal, Status, type StatusId } from '../../shared/status.ts';
import { firstRefusal, heldRefusal, missingRefusal, refuse, type Refusal } from '../holds/guards.ts';
import { stamp } from '../item/build.ts';
import type { CommandContext, ItemCommand } from '../item/commands.ts';
import type { ItemEvent } from '../item/events.ts';
import type { Item } from '../item/item.ts';
import { COMES_WITHIN_DAYS } from '../remarks/calls.ts';
import type { Booking, CollectionChoice } from './evolve-collection.ts';
import { isOffered, offeredDays, type PickupTime, type ShopClock } from './slots.ts';

type Of<Type extends ItemCommand['type']> = Extract<ItemCommand, { type: Type }>;

/** What a read model knows of a piece, as far as the client's choice depends on it. */
export interface Standing {
  readonly status: StatusId;
  readonly isTravelling: boolean;
  /** Null also to the client's own door. */
  readonly travelsTo: SiteId | null;
}

/** Until the piece leaves: for the client's door, for another shop, or with its owner (product/repair.md §20). */
export function mayChoose({ status, isTravelling, travelsTo }: Standing): boolean {
  if (isFinal(status) || status === Status.TakenByClient) return false;
  return !isTravelling || (travelsTo !== null && status !== Status.ShopReceived);
}

const standingOf = ({ status, custody }: Item): Standing => ({
  status,
  isTravelling: custody.kind === 'shipment',
  travelsTo: custody.kind === 'shipment' ? custody.to : null,
});

/** What was chosen, else what the deposit says. */
export function choiceOf({ collection, delivery }: Pick<Item, 'collection' | 'delivery'>): CollectionChoice {
  const kind = delivery === 'client' ? 'delivery' : 'shop';
  return collection.choice ?? { kind, shopId: null, fee: null, byClient: false };
}

/** Where the client collects: the shop they chose, else the piece's own. */
export const pickupShopOf = (item: Pick<Item, 'collection' | 'storeId'>): SiteId =>
  item.collection.choice?.shopId ?? item.storeId;

/** The shops that may hand the piece over: its own, and the one its owner chose. */
export const isPickupShop = (item: Item, siteId: SiteId): boolean =>
  siteId === item.storeId || siteId === pickupShopOf(item);

/** The time that stands: only while the piece waits where it was booked. */
export function bookingOf({ state, custody, collection: { booking } }: Item): Booking | null {
  const isHere = state === 'ready' && custody.kind === 'site' && custody.siteId === booking?.siteId;
  return isHere ? booking : null;
}

/** How the client wants the piece back. A time to come that no longer fits is cancelled with it. */
export function decideChooseCollection(
  { kind, shopId, fee }: Of<'ChooseCollection'>,
  item: Item,
  context: CommandContext,
): Decision<ItemEvent> {
  const refusal = firstRefusal(
    () => (item.isCustomerErased ? refuse('person_erased') : null),
    () => (mayChoose(standingOf(item)) ? null : refuse('illegal_transition', { from: item.status })),
    () => shopRefusal(item, kind, shopId),
  );
  if (refusal !== null) return { ok: false, rejection: refusal };
  const current = choiceOf(item);
  if (current.kind === kind && current.shopId === shopId) return accept<ItemEvent>();
  return accept<ItemEvent>(
    ...(bookingOf(item) === null ? [] : [cancelled(context)]),
    chosen({ kind, shopId, fee }, context),
  );
}

function shopRefusal({ storeId }: Item, kind: CollectionChoice['kind'], shopId: SiteId | null): Refusal {
  const isFit = kind === 'other_shop' ? shopId !== null && shopId !== storeId : shopId === null;
  return isFit ? null : refuse('invalid_input', { field: 'shop_id' });
}

/** One of the offered times; the shop may agree on any within sixty days. It also says that the client comes. */
export function decideBookPickup(
  { time, shop, anyTime, isFull = false }: Of<'BookPickup'>,
  item: Item,
  context: CommandContext,
): Decision<ItemEvent> {
  const refusal = firstRefusal(
    () => waitRefusal(item),
    () => timeRefusal(time, shop, anyTime, context),
  );
  if (refusal !== null) return { ok: false, rejection: refusal };
  const booked = bookedAt(item, time, context);
  if (booked !== null && isFull) return reject('pickup_full');
  return accept<ItemEvent>(...comingHere(item, context), ...(booked === null ? [] : [booked]));
}

/** Without a booking there is nothing to cancel. */
export function decideCancelPickup(item: Item, context: CommandContext): Decision<ItemEvent> {
  return bookingOf(item) === null ? accept<ItemEvent>() : accept<ItemEvent>(cancelled(context));
}

/** The piece waits at a shop that may hand it over, and nothing keeps it there. */
function waitRefusal(item: Item): Refusal {
  const { custody } = item;
  return firstRefusal(
    () => (item.isCustomerErased ? refuse('person_erased') : null),
    () => (item.state === 'ready' ? null : refuse('illegal_transition', { from: item.status })),
    () => missingRefusal(item),
    () => heldRefusal(item, Status.TakenByClient),
    () =>
      custody.kind === 'site' && isPickupShop(item, custody.siteId)
        ? null
        : refuse('custody_elsewhere', { home_id: item.storeId }),
  );
}

const CLOCK = /^(?:[01]\d|2[0-3]):[0-5]\d$/;

function timeRefusal(
  time: PickupTime,
  shop: ShopClock,
  anyTime: boolean,
  { now, policy }: CommandContext,
): Refusal {
  if (!anyTime)
    return isOffered(offeredDays(shop, now, policy), time.day, time) ? null : refuse('pickup_not_offered');
  const field = wrongTimeField(time, localDay(now, shop.timeZone));
  return field === undefined ? null : refuse('invalid_input', { field });
}

/** The field of an agreed time that is no time, or too far away; undefined where all fit. */
export function wrongTimeField({ day, from, to }: PickupTime, today: Day) {
  const isSoon = isDay(day) && today <= day && day <= addDays(today, COMES_WITHIN_DAYS);
  if (!isSoon) return 'comes_on' as const;
  return CLOCK.test(from) && CLOCK.test(to) && from < to ? undefined : ('comes_at' as const);
}

/** A client who comes to the shop takes back their wish for another way. */
export function comingHere(item: Item, context: CommandContext): readonly ItemEvent[] {
  const { custody, storeId } = item;
  const { kind, shopId } = choiceOf(item);
  const here = custody.kind === 'site' ? custody.siteId : storeId;
  if (kind === 'shop' || shopId === here) return [];
  return [chosen({ kind: 'shop', shopId: null, fee: null }, context)];
}

/** Null where the same time is booked already. */
export function bookedAt(
  item: Item,
  { day, from, to }: PickupTime,
  context: CommandContext,
): ItemEvent | null {
  const now = bookingOf(item);
  if (now?.day === day && now.from === from && now.to === to) return null;
  const { custody, storeId } = item;
  const siteId = custody.kind === 'site' ? custody.siteId : storeId;
  return { type: 'PickupBooked', data: { siteId, day, from, to, ...stamp(context) } };
}

export const cancelled = (context: CommandContext): ItemEvent => ({
  type: 'PickupCancelled',
  data: stamp(context),
});

type Wish = Omit<CollectionChoice, 'byClient'>;

export const chosen = (wish: Wish, context: CommandContext): ItemEvent => ({
  type: 'CollectionChosen',
  data: { ...wish, ...stamp(context) },
});
