import type { ItemView } from '@atelier/contracts/repair-detail/schema.ts';
import { isAtFactory, isFinal, isStatusId, isTaken, rank, Status } from '@atelier/domain/shared/status.ts';
import { placeableHolds, releasableHolds } from '../../shared/decisions/hold-rules.ts';
import { backwardMoves, mayReturnUnrepaired, onwardMoves } from '../../shared/item/move-options.ts';
import { mayUndo } from '../../shared/item/use-undo-move.ts';

/** What a person may do with a piece now; the server decides again. */
export type ItemAction =
  | 'pack'
  | 'receive'
  | 'accept_fee'
  | 'ask_by_link'
  | 'pay'
  | 'refund'
  | 'deliver'
  | 'hand_over'
  | 'hand_back'
  | 'store'
  | 'move_on'
  | 'send_back'
  | 'return_unrepaired'
  | 'request_waiver'
  | 'override_fee'
  | 'edit_findings'
  | 'replace'
  | 'hold'
  | 'release'
  | 'reject'
  | 'undo'
  | 'edit'
  | 'copy'
  | 'cancel';

export interface Asker {
  readonly userId: number;
  readonly isShop: boolean;
  readonly permissions: readonly string[];
}

type Rule = (item: ItemView, asker: Asker, now: number) => boolean;

const may = (asker: Asker, permission: string): boolean => asker.permissions.includes(permission);
const owesFee = (item: ItemView): boolean => item.repair_fee > 0 && item.waived_fee !== 11;
const mayAny = (asker: Asker, permissions: readonly string[]): boolean =>
  permissions.some((permission) => may(asker, permission));
/** Neither cancelled nor with its owner. Ranks are compared: 17 to 19 come before 4. */
const isWithUs = ({ rma_status_id: status }: ItemView): boolean =>
  isStatusId(status) && status !== Status.Cancelled && rank(status) < rank(Status.TakenByClient);
/** Until it is shipped out: then waiver and fee are frozen (product/repair.md §12). */
const isFeeOpen = ({ rma_status_id: status }: ItemView): boolean =>
  isStatusId(status) && status !== Status.Cancelled && rank(status) < rank(Status.LogisticsShipOut);
const isInFactory = ({ rma_status_id: status }: ItemView): boolean =>
  isStatusId(status) && isAtFactory(status);
const EXAMINERS = ['(factory) receive from shop', 'incoming check', 'QC process', 'QC final', 'sav check'];
const REPLACERS = ['sav check', 'QC final', 'repaired'];
const isAtSite = (item: ItemView): boolean => item.custody.kind === 'site';

const RULES: Readonly<Record<ItemAction, Rule>> = {
  pack: (item, asker) =>
    item.rma_status_id === Status.Created && asker.isShop && may(asker, 'view prepare package page'),
  receive: (item, asker) =>
    item.rma_status_id === Status.LogisticsShipOut &&
    !item.custody.to_client &&
    asker.isShop &&
    may(asker, 'view receive package page'),
  accept_fee: (item, asker) =>
    owesFee(item) &&
    !item.fee_settled &&
    item.waived_fee !== 1 &&
    may(asker, 'take payment') &&
    isWithUs(item),
  // The customer answers on their own phone; what has left the factory is past asking (product/repair.md §12.1).
  ask_by_link: (item, asker) =>
    asker.isShop && isFeeOpen(item) && !item.fee_missing && RULES.accept_fee(item, asker, 0),
  pay: (item, asker) =>
    item.fee_settled &&
    item.fee_open > 0 &&
    may(asker, 'take payment') &&
    item.rma_status_id !== Status.Cancelled,
  // Also once it has left: what is not due goes back whenever that is found out (product/repair.md §14).
  refund: (item, asker) => asker.isShop && item.fee_to_return > 0 && may(asker, 'take payment'),
  // The carrier brought it to the client's own door: its sender, or its store, has the proof.
  deliver: (item, asker) =>
    (item.rma_status_id === Status.LogisticsShipOut || item.rma_status_id === Status.ShopReceived) &&
    item.custody.to_client &&
    mayAny(asker, ['logistic ship out', 'shop handover']),
  // At 15, or later where order clear closed it without its owner (product/clearing.md §2).
  hand_over: (item, asker) =>
    asker.isShop &&
    may(asker, 'shop handover') &&
    isAtSite(item) &&
    // A disputed piece is released first (product/repair.md §4).
    !item.holds.includes('dispute') &&
    (item.rma_status_id === Status.ShopReceived || isTaken(item.rma_status_id)),
  hand_back: (item, asker) =>
    asker.isShop && may(asker, 'shop handover') && isAtSite(item) && item.rma_status_id === Status.Cancelled,
  // Its place in the shop, once it is back (product/repair.md §19).
  store: (item, asker) =>
    asker.isShop &&
    isAtSite(item) &&
    item.rma_status_id === Status.ShopReceived &&
    mayAny(asker, ['shop handover', 'view receive package page']),
  move_on: (item, asker) => onwardMoves(item.rma_status_id, asker.permissions, item.outcome).length > 0,
  send_back: (item, asker) => backwardMoves(item.rma_status_id, asker.permissions).length > 0,
  return_unrepaired: (item, asker) => mayReturnUnrepaired(item.rma_status_id, asker.permissions),
  request_waiver: (item, asker) =>
    asker.isShop &&
    mayAny(asker, ['view request new rma page', 'cancel or edit rma']) &&
    (item.repair_fee > 0 || item.fee_missing) &&
    (item.waived_fee === 0 || item.waived_fee === 10) &&
    isFeeOpen(item),
  override_fee: (item, asker) => may(asker, 'decide waived fee') && item.waived_fee !== 11 && isFeeOpen(item),
  edit_findings: (item, asker) =>
    !asker.isShop && mayAny(asker, EXAMINERS) && isInFactory(item) && isAtSite(item),
  replace: (item, asker) => !asker.isShop && mayAny(asker, REPLACERS) && isInFactory(item) && isAtSite(item),
  hold: (item, asker) => placeableHolds(item, asker.permissions).length > 0,
  release: (item, asker) => releasableHolds(item, asker.permissions).length > 0,
  // The store does not accept the repair: a linked item begins (product/repair.md §6).
  reject: (item, asker) =>
    item.rma_status_id === Status.ShopReceived &&
    !item.custody.to_client &&
    asker.isShop &&
    may(asker, 'view receive package page'),
  undo: (item, asker, now) => mayUndo(item, asker.userId, now),
  // Everything while at the counter, the contact until it is taken home (product/deposit.md §10).
  edit: (item, asker) =>
    asker.isShop &&
    may(asker, 'cancel or edit rma') &&
    may(asker, 'view request new rma page') &&
    !isFinal(item.rma_status_id),
  // Also of a repair that has ended: the client brings the piece again.
  copy: (_item, asker) => asker.isShop && may(asker, 'view request new rma page'),
  cancel: (item, asker) => item.rma_status_id === Status.Created && may(asker, 'cancel or edit rma'),
};

/** In the order of importance: the first that holds is the main button. */
const ORDER: readonly ItemAction[] = [
  'pack',
  'receive',
  'accept_fee',
  'ask_by_link',
  'pay',
  'refund',
  'deliver',
  'hand_over',
  'hand_back',
  'move_on',
  'send_back',
  'edit_findings',
  'replace',
  'return_unrepaired',
  'request_waiver',
  'override_fee',
  'reject',
  'release',
  'hold',
  'store',
  'undo',
  'edit',
  'copy',
  'cancel',
];

/** Nothing goes on before a missing amount is named. */
const FEE_FIRST: readonly ItemAction[] = [
  'override_fee',
  ...ORDER.filter((action) => action !== 'override_fee'),
];

/** The actions open to this person on this piece, the main one first. */
export const actionsOf = (item: ItemView, asker: Asker, now: number): ItemAction[] =>
  (item.fee_missing ? FEE_FIRST : ORDER).filter((action) => RULES[action](item, asker, now));
