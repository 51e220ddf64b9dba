import { HOUR_MS, MINUTE_MS } from '@atelier/domain/kernel.ts';
import type { ItemCommand } from '@atelier/domain/repair/item/commands.ts';
import { amountPaid, isFeePaid, isFeeSettled } from '@atelier/domain/repair/fees/fees.ts';
import type { PiecePlan } from './plan.ts';
import type { Performer } from './staff.ts';
import { turnOf, type Teller } from './teller.ts';
import { realVisits } from './tell-visits.ts';
import { textsOf } from './texts/texts.ts';
import { onItem } from './verbs.ts';
import { Status } from '@atelier/domain/shared/status.ts';

type Waiver = Extract<ItemCommand, { type: 'DecideWaiver' }>;

/**
 * Between the findings and the first bench: a requested waiver is decided, and the customer is asked about a fee that
 * is higher than agreed. A piece that has not come to a bench may still wait for either.
 */
export function tellMoney(teller: Teller, piece: PiecePlan): void {
  const visits = realVisits(piece);
  const bench = visits.findIndex(
    (visit) => visit.status >= Status.RepairProcess && visit.status <= Status.RepairDone,
  );
  const checked = bench < 0 ? visits.at(-1) : visits[bench - 1];
  if (checked === undefined) return;
  // The last check may change the fee: whatever is agreed is agreed after it.
  const pause = bench < 0 ? 30 * HOUR_MS : (visits[bench]?.at ?? checked.at) - checked.at;
  const { waiverDecided } = piece.turns;
  const patient = bench < 0 && piece.random.chance(0.4);
  if (piece.turns.feeOverride === true) tellOverride(teller, piece, checked.at + 0.2 * pause);
  if (piece.turns.waiverOpen !== true && (!patient || waiverDecided !== undefined))
    tellWaiver(teller, piece, checked.at + 0.35 * pause);
  if (!patient && waiverDecided !== 10) tellAnswer(teller, piece, checked.at + 0.75 * pause);
}

function tellWaiver({ story, staff }: Teller, piece: PiecePlan, at: number): void {
  const { seat, random, rma, turns } = piece;
  const decision = turns.waiverDecided ?? (random.chance(0.6) ? 11 : 10);
  const reason = decision === 10 ? textsOf(rma.shop).waiverRefused : null;
  const command: Waiver = { type: 'DecideWaiver', decision, reason };
  story.plan(at, () => {
    if (story.item(seat.id).waiver.code === 1) onItem(story, staff.admin(), seat.id, command);
  });
}

/** The shop calls, the customer agrees. */
function tellAnswer(teller: Teller, piece: PiecePlan, at: number): void {
  const { story } = teller;
  const { seat } = piece;
  story.plan(at, () => {
    const item = story.item(seat.id);
    if (isFeeSettled(item) || item.waiver.code === 1) return;
    onItem(story, clerkOf(teller, piece), seat.id, { type: 'AcceptFee', fee: item.fee.due });
  });
}

/** Half the price for a good customer. */
function tellOverride({ story, staff }: Teller, { seat, rma }: PiecePlan, at: number): void {
  story.plan(at, () => {
    const { due } = story.item(seat.id).fee;
    if (due.amount === 0 || story.item(seat.id).waiver.code === 11) return;
    const fee = { ...due, amount: Math.round(due.amount / 200) * 100 };
    onItem(story, staff.admin(), seat.id, { type: 'OverrideFee', fee, reason: textsOf(rma.shop).feeReduced });
  });
}

/** What is still open is paid at once. */
export function tellPayment(teller: Teller, piece: PiecePlan, at: number): void {
  const { story } = teller;
  const { seat, random } = piece;
  const means = random.weighted([
    ['card', 70],
    ['cash', 14],
    ['transfer', 12],
    ['other', 4],
  ] as const);
  story.plan(at, () => {
    const item = story.item(seat.id);
    if (isFeePaid(item)) return;
    const paid = { ...item.fee.due, amount: item.fee.due.amount - amountPaid(item) };
    const reference = means === 'cash' ? null : `P${turnOf(seat.id)}`;
    onItem(story, clerkOf(teller, piece), seat.id, { type: 'RecordPayment', paid, means, reference });
  });
}

/** Signed on the counter's tablet, two minutes before the jewel is handed over. */
export function tellPickupSignature(teller: Teller, piece: PiecePlan, at: number): () => string {
  const { story, pictures } = teller;
  const { seat } = piece;
  const signature = () => pictures.signature(`customer ${piece.piece.customer.id}`);
  story.plan(at - 2 * MINUTE_MS, () =>
    onItem(story, clerkOf(teller, piece), seat.id, {
      type: 'RecordSignature',
      kind: 'pickup',
      signature: signature(),
    }),
  );
  return signature;
}

/** The person at the counter of the piece's own shop. */
export function clerkOf({ staff }: Teller, { rma, seat }: PiecePlan): Performer {
  return staff.person(rma.shop.id, turnOf(seat.id));
}
