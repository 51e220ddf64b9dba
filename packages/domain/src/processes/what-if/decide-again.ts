import type { Day } from '../../kernel.ts';
import { agreedFees } from '../../repair/fees/agreed.ts';
import {
  dueAfterEdit,
  dueAtDeposit,
  dueQuoted,
  NO_WAIVER,
  waivedDue,
  waiverDecided,
  type DueFee,
} from '../../repair/fees/evolve-money.ts';
import { leastAgreed, listedSum } from '../../repair/fees/listed.ts';
import { evaluateWarranty } from '../../repair/fees/warranty.ts';
import type { Waiver } from '../../repair/item/parts.ts';
import { feeFor } from '../../repair/scanning/findings.ts';
import { causeOptions, resolveFindings } from '../../repair/scanning/quality.ts';
import type { Findings, QualityCause, Warranty } from '../../shared/item-facts.ts';
import type { PieceDecisions } from './piece-decisions.ts';
import {
  findingsOf,
  type CounterDecision,
  type FindingsDecision,
  type RuleDecision,
} from './rule-decision.ts';
import { listedFee, type Rules } from './rules.ts';

/** What a decision came to, under whichever rules. */
export interface DecidedAgain {
  readonly inWarranty: boolean;
  readonly until: Day;
  readonly cause: QualityCause | null;
  readonly due: number;
}

/** The rules in force when a decision was made, and those it is made by now. */
export interface RulePair {
  readonly inForce: Rules;
  readonly applied: Rules;
}

interface State {
  readonly fee: DueFee;
  readonly waiver: Waiver;
  readonly warranty: Warranty;
  readonly total180: number;
  readonly findings: Findings | null;
}
type Before = State | null;
type Piece = Pick<PieceDecisions, 'decisions' | 'isLinked' | 'fee'>;

/**
 * Makes every decision of a piece once more, in their order, by the functions that the commands call: each begins with what came
 * out of the one before. `depositDay`: the shop's own day of the deposit.
 */
export function decideAgain(
  piece: Piece,
  depositDay: Day,
  rulesFor: (decision: RuleDecision) => RulePair,
): readonly DecidedAgain[] {
  let state: Before = null;
  return piece.decisions.map((decision) => {
    const next: State = decideOne(state, decision, { piece, depositDay, rules: rulesFor(decision) });
    state = next;
    const { inWarranty, until } = next.warranty;
    return { inWarranty, until, cause: next.findings?.primaryCause ?? null, due: next.fee.due.amount };
  });
}

interface Asked {
  readonly piece: Piece;
  readonly depositDay: Day;
  readonly rules: RulePair;
}

function decideOne(before: Before, decision: RuleDecision, asked: Asked): State {
  if (decision.kind === 'counter') return atCounter(before, decision, asked);
  if (before === null) throw new Error('a piece begins with its deposit');
  switch (decision.kind) {
    case 'findings':
      return withFindings(before, decision, asked);
    case 'outcome':
      return charged(before, waivedDue(before.fee).amount, 'outcome');
    case 'hand':
      return charged(before, decision.due, 'override');
    case 'waiver':
      return {
        ...before,
        waiver: waiverDecided(before.waiver, before.fee.due, decision.decision),
        fee: decision.decision === 11 ? { ...before.fee, due: waivedDue(before.fee) } : before.fee,
      };
  }
}

/** An amount that was already due is quoted no second time, except by hand. */
function charged(before: State, amount: number, because: 'findings' | 'outcome' | 'override'): State {
  if (amount === before.fee.due.amount && because !== 'override') return before;
  const fee = { ...before.fee.due, amount };
  return { ...before, fee: { ...before.fee, ...dueQuoted({ fee, because }) } };
}

function atCounter(before: Before, decision: CounterDecision, { piece, depositDay, rules }: Asked): State {
  const { total180 } = decision;
  const { currency } = piece.fee.due;
  const warranty = warrantyOf(decision, depositDay, rules.applied, piece.isLinked);
  const amount = amountAgreed(decision, warranty, rules);
  const said = agreedFees({ maintenanceAmount: amount }, warranty, currency);
  if (before === null) {
    const fee = dueAtDeposit(piece.isLinked ? { fee: { amount: 0, currency }, agreedFee: null } : said);
    return { fee, waiver: NO_WAIVER, warranty, total180, findings: null };
  }
  const waivedAmount = before.waiver.code === 11 ? said.fee.amount : before.waiver.waivedAmount;
  const fee = dueAfterEdit(before.fee, before.waiver, said);
  return { ...before, fee, waiver: { ...before.waiver, waivedAmount }, warranty, total180 };
}

/** A piece that goes on for another keeps the verdict that it took over. */
function warrantyOf(
  { purchaseDate, warranty, override: by }: CounterDecision,
  depositDay: Day,
  { policy }: Rules,
  isLinked: boolean,
): Warranty {
  const override = by === null ? null : { inWarranty: by, reason: null };
  if (isLinked) return { ...warranty, override };
  const extendedMonths = warranty.extended ? policy.extendedWarrantyMonths : 0;
  return evaluateWarranty({ purchaseDate, depositDay, extendedMonths, override }, policy);
}

/**
 * What the counter would have agreed. The form proposes the listed price: an amount that was the list's follows the list. Another
 * one stays, raised to the list where the list is the least; one that was below it was a discount, and stays.
 */
function amountAgreed(
  decision: CounterDecision,
  { inWarranty }: Warranty,
  { inForce, applied }: RulePair,
): number {
  const { agreed, subReasons } = decision;
  const amount = agreed ?? 0;
  if (amount === (listedSum(inForce.list, subReasons) ?? 0))
    return listedSum(applied.list, subReasons) ?? amount;
  const isDiscount = amount < leastAgreed(inForce.list, subReasons, decision.warranty.inWarranty);
  return isDiscount ? amount : Math.max(amount, leastAgreed(applied.list, subReasons, inWarranty));
}

function withFindings(
  before: State,
  decision: FindingsDecision,
  { piece, rules: { applied } }: Asked,
): State {
  const investigated = { inWarranty: before.warranty.inWarranty, total180: before.total180 };
  const options = causeOptions(investigated, applied.policy);
  const isLocked = options.some(({ locked }) => locked);
  const isOffered = options.some(({ value, locked }) => value === decision.cause && !locked);
  const { reasonIds, subReasons } = decision;
  const given = {
    reasonIds,
    subReasons,
    ...(isOffered && !isLocked && { cause: decision.cause }),
  };
  const resolved = resolveFindings(given, before.findings, investigated, applied.policy);
  if (!resolved.ok) throw new Error(`findings cannot be decided again: ${resolved.rejection.code}`);
  const cause = resolved.findings.primaryCause;
  const findings = findingsOf(resolved.findings, cause);
  const item = {
    linkedFrom: piece.isLinked ? 0 : null,
    fee: before.fee,
    waiver: before.waiver,
    work: { findings: before.findings },
  };
  const price = listedFee(
    applied,
    findings.subReasons.map(({ id }) => id),
  );
  const fee = feeFor(item, findings, price, applied.charged);
  return { ...charged(before, fee.amount, 'findings'), findings };
}
