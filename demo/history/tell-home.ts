import { markFound, markMissing, settleLost } from '@atelier/domain/processes/loss.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@atelier/domain/kernel.ts';
import type { FollowUpResult } from '@atelier/domain/shared/item-facts.ts';
import { DEFAULT_POLICY } from '@atelier/domain/policy.ts';
import { SECOND_MS } from './durations.ts';
import type { PackagePlan } from './packages.ts';
import type { Fate, PiecePlan } from './plan.ts';
import { SYSTEM_PERFORMER, type Performer } from './staff.ts';
import { tellClosing } from './tell-package.ts';
import { clerkOf, tellPayment, tellPickupSignature } from './tell-money.ts';
import { turnOf, type Teller } from './teller.ts';
import { textsOf } from './texts/texts.ts';
import { move, onItem, scan, undo } from './verbs.ts';
import { Status } from '@atelier/domain/shared/status.ts';

type Of<Kind extends Fate['kind']> = Extract<Fate, { kind: Kind }>;

/** What happens once the repair is done: the way home, the call, the counter, the end. */
export function tellHome(teller: Teller, piece: PiecePlan): void {
  const { back, fate, rma } = piece;
  if (fate.kind === 'cancelled') return tellCancelled(teller, piece, fate);
  if (back === null) return;
  if (rma.delivery === 'client') return tellDelivery(teller, piece, back);
  if (fate.kind === 'lost') tellLoss(teller, piece, back, fate);
  if (fate.kind === 'found') tellFound(teller, piece, fate.missedAt, back.receiptOf(piece));
  const homeAt = tellReceipt(teller, piece, back);
  if (homeAt === undefined) return;
  tellStorage(teller, piece, homeAt);
  tellFollowUps(teller, piece, homeAt);
  if (piece.turns.hold === 'dispute') tellDispute(teller, piece, homeAt + 22 * HOUR_MS);
  if (fate.kind === 'taken') tellPickup(teller, piece, fate.at);
}

function tellCancelled(teller: Teller, piece: PiecePlan, { at, handedBackAt }: Of<'cancelled'>): void {
  const { story } = teller;
  const { seat, rma, random } = piece;
  const reason = random.pick(textsOf(rma.shop).cancellations);
  story.plan(at, () => move(story, clerkOf(teller, piece), seat.id, 20, { reason }));
  if (handedBackAt !== null) tellHandOver(teller, piece, handedBackAt);
}

/** Out of the package at the shop; answers when it is at its own shop, undefined while it is not. */
function tellReceipt(teller: Teller, piece: PiecePlan, back: PackagePlan): number | undefined {
  const { astrayAt, receiptUndone } = piece.turns;
  const clerk = () => clerkOf(teller, piece);
  const at = back.receiptOf(piece);
  if (at === undefined) return undefined;
  if (astrayAt !== undefined) {
    const { shop, homePackage } = astrayAt;
    tellTakingOut(teller, piece, back, at, () => teller.staff.person(shop.id));
    const homeAt = homePackage.receiptOf(piece);
    if (homeAt !== undefined) tellTakingOut(teller, piece, homePackage, homeAt, clerk);
    return homeAt;
  }
  tellTakingOut(teller, piece, back, at, clerk);
  if (receiptUndone !== true) return at;
  const { story } = teller;
  const { seat } = piece;
  story.plan(at + 4 * MINUTE_MS, () => undo(story, clerk(), seat.id));
  tellTakingOut(teller, piece, back, at + 9 * MINUTE_MS, clerk);
  return at + 9 * MINUTE_MS;
}

function tellTakingOut(
  { story }: Teller,
  { seat }: PiecePlan,
  pack: PackagePlan,
  at: number,
  by: () => Performer,
): void {
  story.plan(at - 20 * SECOND_MS, () =>
    scan(story, by(), seat.id, 15, story.shipment(pack.seat.id).trackingNumber),
  );
  story.plan(at, () => move(story, by(), seat.id, 15));
}

const SAFES = 2;
const TRAYS = 24;

/** Put away as it is unpacked; by its number, so that the random choices of the story stay what they were. */
function tellStorage(teller: Teller, piece: PiecePlan, homeAt: number): void {
  const { story } = teller;
  const { seat } = piece;
  const place = { safe: String((seat.id % SAFES) + 1), tray: String((seat.id % TRAYS) + 1) };
  story.plan(homeAt + 3 * MINUTE_MS, () => {
    if (story.item(seat.id).status !== Status.ShopReceived) return;
    onItem(story, clerkOf(teller, piece), seat.id, { type: 'SetStoragePlace', ...place });
  });
}

const CALLS_AFTER = [0.2, 3, 7.5, 14, 21].map((days) => days * DAY_MS);
/** How shops reach people, and what they write down: on the phone there is an answer or there is none. */
function callOf({ random, rma }: PiecePlan): {
  readonly result: FollowUpResult;
  readonly note: string | null;
} {
  const messenger = rma.shop.country === 'CN' ? 'Wechat reminder sent' : 'Whatsapp reminder sent';
  const result = random.weighted([
    ['Phone contacted', 32],
    ['Phone no answer', 26],
    ['Email reminder sent', 22],
    [messenger, 20],
  ] as const);
  const { answered, unanswered } = textsOf(rma.shop);
  if (result === 'Phone contacted') return { result, note: random.pick(answered) };
  return {
    result,
    note: result === 'Phone no answer' && random.chance(0.6) ? random.pick(unanswered) : null,
  };
}

/** The shop tells the customer, and tells again, until the piece is collected. */
function tellFollowUps(teller: Teller, piece: PiecePlan, homeAt: number): void {
  const { story } = teller;
  const { seat, random, fate, turns } = piece;
  const until = fate.kind === 'taken' || fate.kind === 'rejected' ? fate.at - 30 * MINUTE_MS : Infinity;
  for (const after of CALLS_AFTER) {
    const at = homeAt + after * (0.9 + random.next() * 0.3);
    const call = callOf(piece);
    if (at > until || (turns.alwaysCalled !== true && !random.chance(0.72))) continue;
    story.plan(at, () => {
      if (story.item(seat.id).status !== Status.ShopReceived) return;
      onItem(story, clerkOf(teller, piece), seat.id, { type: 'RecordFollowUp', ...call });
    });
  }
}

function tellDispute(teller: Teller, { seat, rma, turns, random, ...piece }: PiecePlan, at: number): void {
  const { story, staff } = teller;
  const texts = textsOf(rma.shop);
  const clerk = () => staff.person(rma.shop.id, seat.id);
  const reason = random.pick(texts.disputes);
  story.plan(at, () => onItem(story, clerk(), seat.id, { type: 'PlaceHold', hold: 'dispute', reason }));
  if (turns.holdReleased !== true || piece.fate.kind !== 'taken') return;
  story.plan(piece.fate.at - HOUR_MS, () =>
    onItem(story, clerk(), seat.id, { type: 'ReleaseHold', hold: 'dispute', reason: texts.disputeSettled }),
  );
}

/** Paid, signed, handed over; two weeks later closed by the nightly job. */
export function tellPickup(teller: Teller, piece: PiecePlan, at: number): void {
  tellPayment(teller, piece, at - 4 * MINUTE_MS);
  tellHandOver(teller, piece, at);
  tellEnd(teller, piece, at);
}

/** The jewel is its owner's again, against a signature. */
export function tellHandOver(teller: Teller, piece: PiecePlan, at: number): void {
  const { story } = teller;
  const { seat } = piece;
  const signature = tellPickupSignature(teller, piece, at);
  story.plan(at, () =>
    onItem(story, clerkOf(teller, piece), seat.id, { type: 'HandOver', signature: signature() }),
  );
}

/** The nightly job closes what was taken two weeks ago, unless it is disputed (product/reminders.md §3). */
export function tellEnd({ story }: Teller, { seat }: PiecePlan, takenAt: number): void {
  const night = Math.ceil((takenAt + DEFAULT_POLICY.closeAfterMs) / DAY_MS) * DAY_MS + 2 * HOUR_MS;
  story.plan(night, () => {
    const item = story.item(seat.id);
    if (item.status === Status.TakenByClient && !item.holds.includes('dispute'))
      onItem(story, SYSTEM_PERFORMER, seat.id, { type: 'CloseItem' });
  });
}

/** To the client's door: paid before it leaves, proved by the carrier. */
function tellDelivery(teller: Teller, piece: PiecePlan, back: PackagePlan): void {
  const { story } = teller;
  const { seat } = piece;
  tellPayment(teller, piece, back.sentAt - 2 * HOUR_MS);
  const at = back.receiptOf(piece);
  if (at === undefined) return;
  const carrierProof = `POD-${turnOf(piece.piece.order.id)}`;
  story.plan(at, () =>
    move(story, { ...SYSTEM_PERFORMER, device: 'carrier' }, seat.id, 16, { carrierProof }),
  );
  tellEnd(teller, piece, at);
}

function tellFound(
  { story, staff }: Teller,
  { seat, rma }: PiecePlan,
  missedAt: number,
  foundAt: number | undefined,
): void {
  const clerk = () => staff.person(rma.shop.id, seat.id);
  story.plan(missedAt, () => story.perform(clerk(), (context) => markMissing(seat.id, story, context)));
  if (foundAt === undefined) return;
  story.plan(foundAt - 3 * MINUTE_MS, () =>
    story.perform(clerk(), (context) => markFound(seat.id, story, context)),
  );
}

/** Missing from its package; after weeks of looking, settled with the customer with an approval. */
function tellLoss(
  teller: Teller,
  piece: PiecePlan,
  back: PackagePlan,
  { missedAt, settledAt }: Of<'lost'>,
): void {
  const { story, staff, facts } = teller;
  tellFound(teller, piece, missedAt, undefined);
  if (settledAt === null) return;
  const { seat, rma } = piece;
  story.plan(settledAt, () => {
    const settlement = facts.price(story.item(seat.id).product.sku, rma.shop.currency);
    const approvedBy = staff.admin().actor;
    const given = { settlement, reference: `SETTLE-${turnOf(seat.id)}`, approvedBy };
    story.perform(staff.admin(), (context) => settleLost(seat.id, given, story, context));
  });
  tellClosing(teller, back, settledAt + HOUR_MS);
}
