import { markEvents } from '../repair/pictures/marks.ts';
import { cleanEmail } from '../contract/codes.ts';
import { acceptStreams, reject, type StreamsDecision } from '../decider.ts';
import { itemStream, rmaStream, type ItemId } from '../kernel.ts';
import { stamp } from '../repair/item/build.ts';
import type { CommandContext } from '../repair/item/commands.ts';
import type { ItemEvent } from '../repair/item/events.ts';
import type { ItemDepositEdited } from '../repair/item/deposit-events.ts';
import type { Item, ItemState } from '../repair/item/item.ts';
import { agreedFees } from '../repair/fees/agreed.ts';
import { evaluateWarranty } from '../repair/fees/warranty.ts';
import type { RmaEvent } from '../deposit/events.ts';
import type { Rma, RmaState } from '../deposit/rma.ts';
import type { Rejection } from '../rejection.ts';
import { changedKeys } from './changed-keys.ts';
import { fieldRefusal } from './deposit.ts';
import type { Deposit, DepositItem } from './deposit-command.ts';
import { depositRuleIssues } from './deposit-rules.ts';
import type { ProcessEvent } from './process-state.ts';
import { Status } from '../shared/status.ts';

/** The form again. Items that are not in it stay as they are; the rest of the head is whole. */
export type DepositEdit = Omit<Deposit, 'signature'>;

type Items = ReadonlyMap<ItemId, ItemState>;

/**
 * `PUT /rma/{id}` (product/deposit.md §10): while its items are at 1, everything that the deposit said may be edited, warranty and
 * fee being evaluated again as of the day of the deposit; later only the contact, the address and the customer's
 * language. Refused as a whole; the same form again changes nothing.
 */
export function decideDepositEdit(
  edit: DepositEdit,
  rma: RmaState,
  items: Items,
  context: CommandContext,
): StreamsDecision<ProcessEvent> {
  if (rma.kind === 'none' || rma.contact === null) return reject('not_found');
  const refusal = editRefusal(edit, rma, items, context);
  if (refusal !== null) return { ok: false, rejection: refusal };
  const pieces = itemsOf(rma, items).filter(({ status }) => status === Status.Created);
  const edits = pieces.map((item) => editOf(item, edit, context));
  const rmaEvents = headEvents(edit, rma, edits, context);
  return acceptStreams<ProcessEvent>([
    { streamId: rmaStream(rma.id), events: rmaEvents },
    ...edits.map(({ item, events }) => ({ streamId: itemStream(item.id), events })),
  ]);
}

function itemsOf(rma: Rma, items: Items): readonly Item[] {
  return rma.itemIds.flatMap((id) => {
    const item = items.get(id);
    return item?.kind === 'item' ? [item] : [];
  });
}

function editRefusal(edit: DepositEdit, rma: Rma, items: Items, context: CommandContext): Rejection | null {
  const foreign = edit.items.filter(({ itemId }) => !rma.itemIds.includes(itemId));
  if (foreign.length > 0) return { code: 'not_found' };
  return (
    lateRefusal(edit, rma, items) ??
    fieldRefusal(depositRuleIssues({ ...edit, signature: null }, context.policy))
  );
}

/** Who has left the counter is edited no more: neither the piece, nor the head that its papers carry. */
function lateRefusal(edit: DepositEdit, rma: Rma, items: Items): Rejection | null {
  const gone = itemsOf(rma, items).filter(({ status }) => status !== Status.Created);
  const late = gone.find(({ id }) => edit.items.some(({ itemId }) => itemId === id));
  if (late !== undefined) return tooLate(late);
  const packed = packedRefusal(edit, itemsOf(rma, items));
  if (packed !== null) return packed;
  const [first] = gone.filter(({ status }) => status !== Status.Cancelled);
  const isHeadChanged = changedKeys(paperHead(edit), paperHead(rma)).length > 0;
  return first !== undefined && isHeadChanged ? tooLate(first) : null;
}

/** A package declares the price of what lies in it: another product is packed again. */
function packedRefusal(edit: DepositEdit, items: readonly Item[]): Rejection | null {
  const packed = items.find(({ id, legs, product }) => {
    const given = edit.items.find(({ itemId }) => itemId === id);
    return given !== undefined && legs.current !== null && given.product.sku !== product.sku;
  });
  if (packed?.legs.current == null) return null;
  return { code: 'item_bound_elsewhere', details: { shipment_id: packed.legs.current.shipmentId } };
}

function tooLate({ id, status }: Item): Rejection {
  return { code: 'edit_too_late', details: { item_id: id, status } };
}

/** What the papers of every piece carry. */
function paperHead(head: Pick<Rma, 'delivery' | 'platform' | 'fulfilledDate'> & OrderOf) {
  const { delivery, platform, fulfilledDate, originalOrderId, originalOrderNumber } = head;
  return { delivery, platform, fulfilledDate, originalOrderId, originalOrderNumber };
}
type OrderOf = Pick<Rma, 'originalOrderId' | 'originalOrderNumber'>;

interface ItemEdit {
  readonly item: Item;
  readonly events: readonly ItemEvent[];
  readonly changed: readonly string[];
}

type Facts = Omit<ItemDepositEdited['data'], 'at' | 'by'>;

function editOf(item: Item, edit: DepositEdit, context: CommandContext): ItemEdit {
  const given = edit.items.find(({ itemId }) => itemId === item.id);
  const before = factsOf(item);
  const after = given === undefined ? underHead(before, edit) : givenFacts(given, item, edit, context);
  const keys = changedKeys(after, before);
  const edited: readonly ItemEvent[] =
    keys.length === 0 ? [] : [{ type: 'ItemDepositEdited', data: { ...after, ...stamp(context) } }];
  const events = [...edited, ...(given === undefined ? [] : saidBeside(given, item, context))];
  return { item, events, changed: keys.map((key) => `items.${item.id}.${WIRE_NAMES[key] ?? key}`) };
}

/** The names that the form knows them by. */
const WIRE_NAMES: Readonly<Record<string, string>> = {
  reasonIds: 'reasons',
  subReasons: 'sub_reasons',
  renewReasons: 'renew_reasons',
  goldImage: 'gold_image',
  extendedWarrantyProof: 'extended_warranty_proof',
  survey: 'exchange_survey',
  fee: 'maintenance_amount',
  agreedFee: 'maintenance_amount',
  total180: 'total_180',
};

function factsOf(item: Item): Facts {
  const { customerRef, product, purchase, weights, reasonIds, subReasons, renewReasons } = item;
  const { warranty, total180, images, goldImage, extendedWarrantyProof, delivery, survey } = item;
  const fee = { ...item.fee.due, amount: item.waiver.waivedAmount ?? item.fee.due.amount };
  const agreedFee = item.fee.agreed;
  const given = { product, purchase, weights, reasonIds, subReasons, renewReasons, delivery, survey };
  return {
    ...given,
    customerRef,
    warranty,
    fee,
    agreedFee,
    total180,
    images,
    goldImage,
    extendedWarrantyProof,
  };
}

function underHead(facts: Facts, edit: DepositEdit): Facts {
  const { delivery, ...purchase } = paperHead(edit);
  return { ...facts, delivery, purchase: { ...facts.purchase, ...purchase } };
}

function givenFacts(given: DepositItem, item: Item, edit: DepositEdit, context: CommandContext): Facts {
  const { purchaseDate, extendedMonths, warrantyOverride: override, invoiceNumber } = given;
  const terms = { purchaseDate, depositDay: edit.depositDay, extendedMonths, override };
  const warranty = evaluateWarranty(terms, context.policy);
  const { delivery, ...purchase } = paperHead(edit);
  return {
    customerRef: item.customerRef,
    product: given.product,
    purchase: { ...purchase, purchaseDate, invoiceNumber },
    weights: given.weights,
    reasonIds: [...new Set(given.reasonIds)],
    subReasons: given.subReasons.filter((sub) => given.reasonIds.includes(sub.reasonId)),
    renewReasons: given.renewReasons,
    warranty,
    ...agreedFees(given, warranty, item.fee.due.currency),
    total180: given.total180,
    images: given.images,
    goldImage: given.goldImage,
    extendedWarrantyProof: given.extendedWarrantyProof,
    delivery,
    survey: given.survey,
  };
}

/** A waiver asked for the first time, and a counterfeit not reported yet: both are separate events. */
function saidBeside(
  { waiverRemark: remark, fakeProduct, marks: given }: DepositItem,
  { customerRef, waiver, counterfeits, marks }: Item,
  context: CommandContext,
): readonly ItemEvent[] {
  const asks = remark !== null && waiver.requests === 0;
  const isNew = fakeProduct !== null && !counterfeits.some(({ image }) => image === fakeProduct.image);
  const head = { customerRef, ...stamp(context) };
  return [
    ...(asks ? [{ type: 'WaiverRequested', data: { ...head, remark } } as const] : []),
    ...(given === undefined ? [] : markEvents({ customerRef, marks }, given, context)),
    ...(isNew ? [{ type: 'CounterfeitReported', data: { ...head, ...fakeProduct } } as const] : []),
  ];
}

function headEvents(
  edit: DepositEdit,
  rma: Rma,
  edits: readonly ItemEdit[],
  context: CommandContext,
): readonly RmaEvent[] {
  const head = { ...paperHead(edit), isAgent: edit.isAgent, language: edit.language };
  const was = { ...paperHead(rma), isAgent: rma.isAgent, language: rma.language };
  const changed = [
    ...new Set([...changedKeys(head, was).map(snake), ...edits.flatMap((each) => each.changed)]),
  ];
  const isEdited = changed.length > 0 || edits.some(({ events }) => events.length > 0);
  const edited: readonly RmaEvent[] = isEdited
    ? [{ type: 'RmaEdited', data: { ...head, changed, ...stamp(context) } }]
    : [];
  return [...contactEvents(edit, rma, context), ...edited];
}

function contactEvents(edit: DepositEdit, rma: Rma, context: CommandContext): readonly RmaEvent[] {
  const contact = { ...edit.contact, email: cleanEmail(edit.contact.email) };
  const { address } = edit;
  if (changedKeys({ contact, address }, { contact: rma.contact, address: rma.address }).length === 0)
    return [];
  const { customerRef } = rma;
  return [{ type: 'RmaContactChanged', data: { customerRef, contact, address, ...stamp(context) } }];
}

const snake = (key: string) => key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
