import { MINUTE_MS } from '@atelier/domain/kernel.ts';
import type { Planner } from './planner.ts';
import type { PiecePlan } from './plan.ts';
import { tellDeposit } from './tell-deposit.ts';
import { tellHome } from './tell-home.ts';
import { tellLoan } from './tell-loan.ts';
import { tellMoney } from './tell-money.ts';
import { tellPackage } from './tell-package.ts';
import { realVisits, tellFlag, tellVisits } from './tell-visits.ts';
import { turnOf, type Teller } from './teller.ts';
import { textsOf } from './texts/texts.ts';
import { onItem, scan } from './verbs.ts';

/** Puts everything that a planner has planned on the story's agenda. */
export function tell(teller: Teller, planner: Planner): void {
  for (const rma of planner.rmas) {
    tellDeposit(teller, rma);
    for (const piece of rma.pieces) tellPiece(teller, piece, planner.now);
  }
  for (const pack of planner.packages.all) tellPackage(teller, pack);
}

function tellPiece(teller: Teller, piece: PiecePlan, now: number): void {
  tellLoan(teller, piece, now);
  tellVisits(teller, piece);
  tellMoney(teller, piece);
  tellHome(teller, piece);
  tellTurns(teller, piece, now);
}

/** What is going on with a piece right now, besides standing where it stands. */
function tellTurns(teller: Teller, piece: PiecePlan, now: number): void {
  const { story, staff } = teller;
  const { turns, seat } = piece;
  const last = realVisits(piece).at(-1);
  if (last === undefined) return;
  const soon = last.at + 0.4 * (now - last.at);
  const { markedFor, flaggedFor } = turns;
  if (markedFor !== undefined) {
    const hand = () => staff.hand(last.site.id, markedFor, turnOf(seat.id));
    story.plan(now - (turnOf(last.at) % 50) * MINUTE_MS, () => scan(story, hand(), seat.id, markedFor));
  }
  if (flaggedFor !== undefined) tellFlag(teller, seat, last.site, flaggedFor, soon);
  if (turns.hold !== 'approval') return;
  const reason = textsOf(piece.rma.shop).approvalHold;
  story.plan(soon, () =>
    onItem(story, staff.person(last.site.id), seat.id, { type: 'PlaceHold', hold: 'approval', reason }),
  );
}
