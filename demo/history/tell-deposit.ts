import { addMonths, addYears } from '@atelier/domain/calendar.ts';
import { decideDeposit } from '@atelier/domain/processes/deposit.ts';
import type { Deposit, DepositItem } from '@atelier/domain/processes/deposit-command.ts';
import { storeReject } from '@atelier/domain/processes/store-reject.ts';
import { acceptStreams } from '@atelier/domain/decider.ts';
import { MINUTE_MS, rmaStream, type Day } from '@atelier/domain/kernel.ts';
import { decideRma } from '@atelier/domain/deposit/decide.ts';
import { fullName } from '@atelier/domain/deposit/names.ts';
import { initialRma } from '@atelier/domain/deposit/rma.ts';
import { humanNumber } from '@atelier/domain/repair/item/item-number.ts';
import { createHash } from 'node:crypto';
import { dayIn } from '../reference/calendar.ts';
import type { Piece } from './facts.ts';
import type { PiecePlan, RmaPlan } from './plan.ts';
import { turnOf, type Teller } from './teller.ts';
import { languageOf, textsOf } from './texts/texts.ts';
import { onItem } from './verbs.ts';

/** The counter: deposit, signature, a remark. A piece that a store refused goes on without a new deposit. */
export function tellDeposit(teller: Teller, rma: RmaPlan): void {
  const { story } = teller;
  const { depositAt, continues } = rma;
  story.plan(depositAt, () => (continues === null ? deposit(teller, rma) : goOn(teller, rma, continues)));
  if (continues !== null) return;
  for (const piece of rma.pieces) tellPaper(teller, piece);
  if (rma.random.chance(0.03)) story.plan(depositAt + 26 * 60 * MINUTE_MS, () => correctContact(teller, rma));
}

function tellPaper(teller: Teller, piece: PiecePlan): void {
  const { story, pictures, staff } = teller;
  const { rma, seat } = piece;
  const { random, shop } = rma;
  const clerk = () => staff.person(shop.id, rma.seat.id);
  const remark = random.chance(0.4) ? random.pick(textsOf(shop).storeRemarks) : null;
  story.plan(rma.depositAt + 2 * MINUTE_MS, () => {
    const signature = pictures.signature(`customer ${piece.piece.customer.id}`);
    onItem(story, clerk(), seat.id, { type: 'RecordSignature', kind: 'deposit', signature });
  });
  if (remark === null) return;
  story.plan(rma.depositAt + 5 * MINUTE_MS, () => {
    const words = { commentId: story.nextId(), commentType: 1, text: remark, email: null } as const;
    onItem(story, clerk(), seat.id, { type: 'AddComment', ...words });
  });
}

/** Ids are drawn as the API draws them: the deposit's own first. */
function deposit(teller: Teller, rma: RmaPlan): void {
  const { story, staff, repairs } = teller;
  rma.seat.id = story.nextId();
  for (const piece of rma.pieces) piece.seat.id = story.nextId();
  const given = depositOf(teller, rma);
  story.perform(staff.person(rma.shop.id, rma.seat.id), (context) =>
    decideDeposit(given, initialRma, context),
  );
  for (const { piece, seat } of rma.pieces) repairs.note(piece.line.serial, seat.id);
}

function depositOf(teller: Teller, rma: RmaPlan): Deposit {
  const { shop, seat, random, delivery } = rma;
  const [first] = rma.pieces;
  if (first === undefined) throw new Error('a deposit without pieces');
  const { customer, order } = first.piece;
  const depositDay = dayIn(new Date(rma.depositAt), shop.time_zone);
  return {
    rmaId: seat.id,
    number: humanNumber(shop.code, seat.id),
    publicReference: referenceOf(seat.id, customer.phone),
    storeId: shop.id,
    customerRef: `customer-${customer.id}`,
    ...personOf(teller, first.piece),
    delivery,
    platform: order.channel,
    fulfilledDate: order.fulfilled_on,
    originalOrderId: String(order.id),
    originalOrderNumber: order.order_number,
    isAgent: random.chance(0.04),
    language: customer.language,
    currency: shop.currency,
    depositDay,
    // Signed some minutes later, piece by piece.
    signature: null,
    items: rma.pieces.map((piece) => depositItem(teller, piece, depositDay)),
  };
}

/** 128 bits that are never typed; the same in every demo of the same day. */
function referenceOf(rmaId: number, salt: string): string {
  return createHash('sha256').update(`${rmaId}/${salt}`).digest().subarray(0, 16).toString('base64url');
}

function personOf({ facts }: Teller, { customer }: Piece): Pick<Deposit, 'contact' | 'address'> {
  const { firstname: firstName, lastname: lastName, phone, email, country, address } = customer;
  const receiver = { receiverName: fullName(firstName, lastName), receiverPhone: phone };
  return {
    contact: { firstName, lastName, phoneCode: `+${customer.phone_code}`, phone, email: email ?? null },
    address: { country, ...facts.home(customer), address, ...receiver },
  };
}

function depositItem(teller: Teller, plan: PiecePlan, depositDay: Day): DepositItem {
  const { facts, story, repairs, pictures } = teller;
  const { piece, claimed, rma, random, seat, turns } = plan;
  const { line, product, certificate } = piece;
  const history = repairs.of(line.serial, story);
  const texts = textsOf(rma.shop);
  const bought = piece.invoice.issued_on;
  const isOut = addYears(bought, 2) <= depositDay;
  const asksWaiver =
    turns.waiverOpen === true || turns.waiverDecided !== undefined || (isOut && random.chance(0.08));
  return {
    itemId: seat.id,
    number: humanNumber(rma.shop.code, seat.id),
    product: productOf(piece),
    purchaseDate: bought,
    invoiceNumber: piece.invoice.invoice_no,
    weights: {
      totalMg: certificate?.total_mg ?? Math.round(product.weight_mg * (0.96 + random.next() * 0.08)),
      goldMg: certificate?.gold_mg ?? null,
      milliCarats: certificate === undefined ? null : certificate.carat_points * 10,
    },
    reasonIds: [...new Set(claimed.map((fault) => fault.reasonId))],
    subReasons: claimed.map((fault) => ({ id: fault.subReasonId, reasonId: fault.reasonId })),
    repairedBefore: history.everRepaired,
    renewReasons: history.everRepaired ? [random.pick(texts.renewReasons)] : [],
    total180: history.recent,
    ...extensionOf(teller, plan, isOut),
    warrantyOverride:
      isOut && random.chance(0.02) ? { inWarranty: true, reason: random.pick(texts.waivers) } : null,
    maintenanceAmount: facts.fee(
      claimed.map((fault) => fault.subReasonId),
      rma.shop,
    ).amount,
    waiverRemark: asksWaiver ? random.pick(texts.waivers) : null,
    images: pictures.photos(piece, random.chance(0.6) ? random.int(1, 2) : 1),
    goldImage: product.is_gold ? pictures.scale(piece) : null,
    survey: surveyOf(plan, depositDay),
    fakeProduct: turns.suspected === true ? suspicionOf(teller, plan) : null,
  };
}

function suspicionOf({ pictures }: Teller, { piece, rma }: PiecePlan): DepositItem['fakeProduct'] {
  const [image = ''] = pictures.photos(piece, 1);
  return { image, remark: textsOf(rma.shop).outcomes.counterfeit };
}

/** A few have the longer warranty, and the paper that says so. */
function extensionOf(
  { pictures }: Teller,
  { piece, rma }: PiecePlan,
  isOut: boolean,
): Pick<DepositItem, 'extendedMonths' | 'extendedWarrantyProof'> {
  const isExtended = isOut && rma.random.chance(0.06);
  const [paper = null] = isExtended ? pictures.photos(piece, 1) : [];
  return { extendedMonths: isExtended ? 12 : 0, extendedWarrantyProof: paper };
}

function productOf({ product, line, certificate }: Piece): DepositItem['product'] {
  return {
    sku: line.sku,
    size: line.size,
    name: product.name,
    kind: product.kind,
    isGold: product.is_gold,
    serial: line.serial,
    certificateNo: line.cert_no,
    sequenceNumber: certificate?.sequence_number ?? null,
  };
}

/** Bought less than six months ago: why no exchange (product/deposit.md §4). */
function surveyOf({ piece, rma, random }: PiecePlan, depositDay: Day): DepositItem['survey'] {
  if (addMonths(piece.invoice.issued_on, 6) <= depositDay) return null;
  const reason = random.pick(['customer_wants_repair', 'no_stock', 'other'] as const);
  return { reason, comment: random.pick(textsOf(rma.shop).surveys) };
}

/** The store refuses the repair at the counter: the old item closes, this one begins. */
function goOn(teller: Teller, rma: RmaPlan, refused: PiecePlan): void {
  const { story, staff, repairs, facts } = teller;
  const [piece] = rma.pieces;
  if (piece === undefined) throw new Error('nothing goes on');
  rma.seat.id = refused.rma.seat.id;
  piece.seat.id = story.nextId();
  const { serial } = refused.piece.line;
  const reason = rma.random.pick(facts.refusals('store', languageOf(rma.shop)));
  const total180 = repairs.of(serial, story).recent;
  const given = {
    reason,
    newItemId: piece.seat.id,
    newNumber: humanNumber(rma.shop.code, piece.seat.id),
    total180,
  };
  story.perform(staff.person(rma.shop.id, rma.seat.id), (context) =>
    storeReject(story.item(refused.seat.id), given, context),
  );
  repairs.note(serial, piece.seat.id);
}

/** The customer writes down another address to be reached at. */
function correctContact({ story, staff }: Teller, rma: RmaPlan): void {
  const state = story.rmas.get(rma.seat.id) ?? initialRma;
  if (state.kind === 'none' || state.contact === null || state.address === null) return;
  const { contact, address } = state;
  const email = `${turnOf(rma.seat.id)}@letters.example`;
  const command = { type: 'ChangeContact', contact: { ...contact, email }, address } as const;
  story.perform(staff.person(rma.shop.id, rma.seat.id), (context) => {
    const decision = decideRma(command, state, context);
    return decision.ok
      ? acceptStreams([{ streamId: rmaStream(rma.seat.id), events: decision.events }])
      : decision;
  });
}
