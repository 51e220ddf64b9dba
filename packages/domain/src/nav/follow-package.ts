import { accept, reject, type Decision } from '../decider.ts';
import type { Actor, Instant, ItemId, ShipmentId, SiteId } from '../kernel.ts';
import type { NavDocument, NavDocumentState } from './document.ts';
import type { NavAttention, NavEvent } from './events.ts';

/** What NAV's document hangs on: the package as it is now. */
export interface NavPackage {
  readonly shipmentId: ShipmentId;
  readonly trackingNumber: string;
  readonly orderType: number;
  /** On its way or arrived; false for a draft, and for one taken back or cancelled. */
  readonly sent: boolean;
  readonly storeId: SiteId;
  /** The store stands outside mainland China: Hong Kong, Macau and Taiwan do (product/nav.md §1). */
  readonly storeIsOutside: boolean;
  readonly itemIds: readonly ItemId[];
  /** Another package's document has a number that is the same to NAV, which knows capitals only. */
  readonly numberTaken: boolean;
}

export interface NavContext {
  readonly now: Instant;
  readonly actor: Actor;
}

const FACTORY_PACKAGE = 2;

/** NAV books what a factory sends to stores outside mainland China, and nothing else (product/nav.md §1). */
export function isForNav({ orderType, sent, storeIsOutside }: NavPackage): boolean {
  return orderType === FACTORY_PACKAGE && sent && storeIsOutside;
}

/**
 * Brings the document in line with its package after it was sent, taken back or renumbered. What NAV has, or may have,
 * is never taken back from here: a person has to decide.
 */
export function followPackage(
  state: NavDocumentState,
  pack: NavPackage,
  context: NavContext,
): readonly NavEvent[] {
  if (!isForNav(pack)) return state.kind === 'none' ? [] : withdrawal(state, context);
  if (state.kind === 'none' || state.state === 'withdrawn') return request(pack, context);
  switch (state.state) {
    case 'pending':
    case 'rejected':
      return isSame(state, pack) ? [] : request(pack, context);
    case 'skipped':
      return [];
    case 'sending':
    case 'sent':
    case 'unknown':
      return differences(state, pack, context);
  }
}

function request(pack: NavPackage, { now: at, actor }: NavContext): readonly NavEvent[] {
  const { shipmentId, trackingNumber, storeId, itemIds, numberTaken } = pack;
  const by = { userId: actor.userId, workerId: actor.workerId };
  const asked: NavEvent = {
    type: 'NavDocumentRequested',
    data: { shipmentId, trackingNumber, storeId, itemIds, at, by },
  };
  if (!numberTaken) return [asked];
  return [asked, { type: 'NavDocumentRejected', data: { code: 'number_taken', message: '', at } }];
}

function withdrawal(document: NavDocument, { now: at }: NavContext): readonly NavEvent[] {
  switch (document.state) {
    case 'pending':
    case 'rejected':
      return [{ type: 'NavDocumentWithdrawn', data: { at } }];
    case 'sending':
    case 'sent':
    case 'unknown':
      return raise(document, 'package_taken_back', at);
    case 'skipped':
    case 'withdrawn':
      return [];
  }
}

function differences(document: NavDocument, pack: NavPackage, { now: at }: NavContext): readonly NavEvent[] {
  if (document.trackingNumber !== pack.trackingNumber) return raise(document, 'tracking_changed', at);
  if (!isSame(document, pack)) return raise(document, 'contents_changed', at);
  if (document.attention !== 'package_taken_back') return [];
  return [{ type: 'NavAttentionCleared', data: { at } }];
}

function raise(document: NavDocument, because: NavAttention, at: Instant): readonly NavEvent[] {
  return document.attention === because ? [] : [{ type: 'NavAttentionRaised', data: { because, at } }];
}

function isSame(document: NavDocument, pack: NavPackage): boolean {
  const items = new Set(document.itemIds);
  return (
    document.trackingNumber === pack.trackingNumber &&
    document.storeId === pack.storeId &&
    items.size === pack.itemIds.length &&
    pack.itemIds.every((id) => items.has(id))
  );
}

/**
 * Sent to NAV by hand for a tracking number, with the pre-checks of product/nav.md §4. `pack` is null when no
 * package carries the number.
 */
export function sendByHand(
  state: NavDocumentState,
  pack: NavPackage | null,
  reason: string,
  context: NavContext,
): Decision<NavEvent> {
  if (pack === null || pack.itemIds.length === 0) return reject('nav_not_bound');
  if (pack.orderType !== FACTORY_PACKAGE || !pack.sent) return reject('nav_package_not_sent');
  if (!pack.storeIsOutside) return reject('nav_inside_china');
  if (pack.numberTaken || isWithNav(state)) return reject('nav_already_used');
  if (state.kind === 'none' || state.state === 'withdrawn' || !isSame(state, pack)) {
    return accept(...request(pack, context));
  }
  return retry(state, reason, context);
}

function isWithNav(state: NavDocumentState): boolean {
  if (state.kind === 'none') return false;
  return state.unresolved || state.state === 'sent';
}

/** A person asks for another try: NAV is asked first where an earlier attempt is still unresolved. */
export function retry(
  state: NavDocumentState,
  reason: string,
  { now: at, actor }: NavContext,
): Decision<NavEvent> {
  const refusal = touchRefusal(state, reason);
  if (refusal !== null) return refusal;
  const by = { userId: actor.userId, workerId: actor.workerId };
  return accept({ type: 'NavRetryRequested', data: { reason: reason.trim(), at, by } });
}

/** A person settles it without NAV. What is unresolved stays so: a later retry asks NAV before it sends. */
export function skip(
  state: NavDocumentState,
  reason: string,
  { now: at, actor }: NavContext,
): Decision<NavEvent> {
  const refusal = touchRefusal(state, reason);
  if (refusal !== null) return refusal;
  if (state.kind === 'document' && state.state === 'skipped') return accept();
  const by = { userId: actor.userId, workerId: actor.workerId };
  return accept({ type: 'NavDocumentSkipped', data: { reason: reason.trim(), at, by } });
}

function touchRefusal(state: NavDocumentState, reason: string) {
  if (state.kind === 'none') return reject('nav_data_not_found');
  if (reason.trim() === '') return reject('reason_required');
  switch (state.state) {
    case 'sent':
      return reject('nav_already_used');
    case 'sending':
      return reject('nav_sending_now');
    case 'withdrawn':
      return reject('nav_package_not_sent');
    case 'pending':
    case 'rejected':
    case 'unknown':
    case 'skipped':
      return null;
  }
}
