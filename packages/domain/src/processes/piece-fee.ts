import type { FeeFate } from '../insight/fee-fates.ts';
import type { Money } from '../kernel.ts';
import type { FeeAndWaiver } from '../repair/fees/evolve-money.ts';
import { amountPaid } from '../repair/fees/fees.ts';
import { Status, type StatusId } from '../shared/status.ts';

export interface PieceFee {
  /** The amount that was named; the waived one under a waiver. */
  readonly quoted: Money;
  /** null = the repair costs nothing, or was cancelled. */
  readonly fate: FeeFate | null;
  /** Minor units paid and not refunded, in the currency of the fee. */
  readonly paid: number;
  /** Minor units agreed at the counter and not charged, because warranty or cause made the repair free. */
  readonly free: number;
}

/** The fee of a piece as the figures count it (docs/product/insight.md §3). */
export function pieceFee(status: StatusId, money: FeeAndWaiver): PieceFee {
  const quoted = { ...money.fee.due, amount: quotedAmount(money) };
  const fate = status === Status.Cancelled || quoted.amount === 0 ? null : fateOf(money);
  const agreed = money.fee.agreed?.amount ?? 0;
  const free = fate === null && status !== Status.Cancelled ? agreed : 0;
  return { quoted, fate, paid: amountPaid(money), free };
}

/** Whether the customer is asked for money, or was until it was waived. */
export const isAmountNamed = (money: FeeAndWaiver): boolean => quotedAmount(money) > 0;

const quotedAmount = ({ fee, waiver }: FeeAndWaiver): number =>
  waiver.code === 11 ? (waiver.waivedAmount ?? 0) : fee.due.amount;

function fateOf({ fee, waiver }: FeeAndWaiver): FeeFate {
  if (waiver.code === 11) return 'waived';
  const { accepted, due } = fee;
  if (accepted !== null && accepted.currency === due.currency && accepted.amount >= due.amount)
    return 'approved';
  return fee.links.at(-1)?.state === 'declined' ? 'declined' : 'unanswered';
}
