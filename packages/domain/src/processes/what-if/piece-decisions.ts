import { unreachable } from '../../decider.ts';
import type { Instant, SiteId } from '../../kernel.ts';
import {
  dueAfterEdit,
  dueAtDeposit,
  dueQuoted,
  NO_WAIVER,
  waivedDue,
  waiverDecided,
  type DueFee,
} from '../../repair/fees/evolve-money.ts';
import type { ItemDeposited, ItemDepositEdited } from '../../repair/item/deposit-events.ts';
import type { FindingsSaved, ItemEvent } from '../../repair/item/events.ts';
import type { Waiver } from '../../repair/item/parts.ts';
import { isFreeOutcome } from '../../repair/scanning/outcomes.ts';
import type { CounterDecision, FindingsDecision, RuleDecision } from './rule-decision.ts';

/** Every decision of one piece that `/insight/what-if` decides again, oldest first. */
export interface PieceDecisions {
  readonly storeId: SiteId;
  /** It goes on for another piece, whose warranty it takes over. */
  readonly isLinked: boolean;
  readonly depositedAt: Instant;
  readonly fee: DueFee;
  readonly waiver: Waiver;
  readonly decisions: readonly RuleDecision[];
}

/** Folds one event. Undefined while the piece was never deposited. */
export function evolveDecisions(
  piece: PieceDecisions | undefined,
  event: ItemEvent,
): PieceDecisions | undefined {
  if (event.type === 'ItemDeposited') return deposited(event.data);
  return piece === undefined || !isDecision(event) ? piece : decided(piece, event);
}

const DECISIONS = [
  'ItemDepositEdited',
  'FindingsSaved',
  'FeeQuoted',
  'OutcomeRecorded',
  'WaiverDecided',
] as const satisfies readonly ItemEvent['type'][];
type Decision = Extract<ItemEvent, { type: (typeof DECISIONS)[number] }>;
const isDecision = (event: ItemEvent): event is Decision => DECISIONS.some((type) => type === event.type);

function decided(piece: PieceDecisions, event: Decision): PieceDecisions {
  switch (event.type) {
    case 'ItemDepositEdited':
      return edited(piece, event.data);
    case 'FindingsSaved':
      return after(piece, found(piece, event.data));
    case 'FeeQuoted':
      return quoted(piece, event.data);
    case 'OutcomeRecorded':
      return isFreeOutcome(event.data.outcome)
        ? after(piece, { kind: 'outcome', at: event.data.at, due: piece.fee.due.amount })
        : piece;
    case 'WaiverDecided':
      return waived(piece, event.data);
    default:
      return unreachable(event);
  }
}

const after = (piece: PieceDecisions, decision: RuleDecision): PieceDecisions => ({
  ...piece,
  decisions: [...piece.decisions, decision],
});

function deposited(data: ItemDeposited['data']): PieceDecisions {
  const fee = dueAtDeposit(data);
  return {
    storeId: data.storeId,
    isLinked: data.linkedFrom !== null,
    depositedAt: data.createdAt,
    fee,
    waiver: NO_WAIVER,
    decisions: [counterOf(data, data.createdAt, fee.due.amount)],
  };
}

function edited(piece: PieceDecisions, data: ItemDepositEdited['data']): PieceDecisions {
  const fee = dueAfterEdit(piece.fee, piece.waiver, data);
  const waivedAmount = piece.waiver.code === 11 ? data.fee.amount : piece.waiver.waivedAmount;
  const next = { ...piece, fee, waiver: { ...piece.waiver, waivedAmount } };
  const said = counterOf(data, data.at, fee.due.amount);
  return saysTheSame(piece, said, data) ? next : after(next, said);
}

/** An edit of the head alone repeats what was decided before: nothing is decided again. */
function saysTheSame(
  { fee, waiver, decisions }: PieceDecisions,
  said: CounterDecision,
  data: ItemDepositEdited['data'],
): boolean {
  const last = decisions.findLast(({ kind }) => kind === 'counter');
  const { at: _, due: __, ...now } = said;
  const { at: ___, due: ____, ...before } = last ?? said;
  const isFeeKept = data.fee.amount === (waiver.code === 11 ? waiver.waivedAmount : fee.due.amount);
  return isFeeKept && JSON.stringify(now) === JSON.stringify(before);
}

function counterOf(
  data: ItemDeposited['data'] | ItemDepositEdited['data'],
  at: Instant,
  due: number,
): CounterDecision {
  const { override, inWarranty, until, policyVersion, extended } = data.warranty;
  return {
    kind: 'counter',
    at,
    due,
    purchaseDate: data.purchase.purchaseDate,
    warranty: { inWarranty, until, policyVersion, extended },
    override: override?.inWarranty ?? null,
    agreed: data.agreedFee?.amount ?? null,
    subReasons: data.subReasons.map(({ id }) => id),
    total180: data.total180,
  };
}

const found = ({ fee }: PieceDecisions, { findings, at }: FindingsSaved['data']): FindingsDecision => ({
  kind: 'findings',
  at,
  due: fee.due.amount,
  cause: findings.primaryCause,
  reasonIds: findings.reasonIds,
  subReasons: findings.subReasons,
});

type Quoted = Extract<ItemEvent, { type: 'FeeQuoted' }>['data'];

/** The amount that came out of the findings or the outcome just recorded; one by hand is a decision itself. */
function quoted(piece: PieceDecisions, data: Quoted): PieceDecisions {
  const due = data.fee.amount;
  const next = { ...piece, fee: { ...piece.fee, ...dueQuoted(data) } };
  if (data.because === 'override') return after(next, { kind: 'hand', at: data.at, due });
  const index = piece.decisions.findLastIndex(({ kind }) => kind === data.because);
  return {
    ...next,
    decisions: piece.decisions.map((each, place) => (place === index ? { ...each, due } : each)),
  };
}

type Waived = Extract<ItemEvent, { type: 'WaiverDecided' }>['data'];

function waived(piece: PieceDecisions, { decision, at }: Waived): PieceDecisions {
  const due = decision === 11 ? waivedDue(piece.fee) : piece.fee.due;
  const waiver = waiverDecided(piece.waiver, piece.fee.due, decision);
  return after(
    { ...piece, fee: { ...piece.fee, due }, waiver },
    { kind: 'waiver', at, due: due.amount, decision },
  );
}
