import { accept, type Decision } from '../../decider.ts';
import type { Money } from '../../kernel.ts';
import { stamp } from '../item/build.ts';
import type { CommandContext, FindingsInput } from '../item/commands.ts';
import type { ItemEvent } from '../item/events.ts';
import type { Findings, QualityCause } from '../../shared/item-facts.ts';
import type { Item } from '../item/item.ts';
import type { FeeQuoted } from '../item/money-events.ts';
import type { Fee, Waiver } from '../item/parts.ts';
import { CHARGED_CAUSES, isChargeable, resolveFindings } from './quality.ts';
import { Status } from '../../shared/status.ts';

/** Moves that save findings with them, the stored ones when none are given (product/repair.md §3). */
export const savesFindings = (target: number): boolean =>
  target === Status.ReceiveFromShop || target === Status.IncomingCheck;

/**
 * Saves findings, and the fee that follows from their cause: free causes 0, chargeable ones the listed price, or what
 * was agreed when no price is listed (product/repair.md §12). An approved waiver keeps the fee at 0. `listedFee` is the
 * price of the sub-reasons that hold afterwards.
 */
export function findingsEvents(
  item: Item,
  given: FindingsInput,
  listedFee: Money | undefined,
  context: CommandContext,
): Decision<ItemEvent> {
  const investigated = { inWarranty: item.warranty.inWarranty, total180: item.total180 };
  const resolved = resolveFindings(given, item.work.findings, investigated, context.policy);
  if (!resolved.ok) return resolved;
  const { findings } = resolved;
  const fee = feeFor(item, findings, listedFee);
  if (fee.currency !== item.fee.due.currency) {
    return {
      ok: false,
      rejection: { code: 'currency_mismatch', details: { currency: item.fee.due.currency } },
    };
  }
  return accept<ItemEvent>(
    { type: 'FindingsSaved', data: { findings, ...stamp(context) } },
    ...quoteIfChanged(item, fee, 'findings', context),
  );
}

/** What the fee of findings follows from, beside the findings. */
export interface FeeBefore {
  readonly linkedFrom: Item['linkedFrom'];
  readonly fee: Pick<Fee, 'due' | 'agreed' | 'byHand'>;
  readonly waiver: Pick<Waiver, 'code'>;
  readonly work: { readonly findings: Findings | null };
}

/** The fee that is due once these findings are saved; `charged`: the causes that make a repair chargeable. */
export function feeFor(
  item: FeeBefore,
  findings: Findings,
  listedFee: Money | undefined,
  charged: readonly QualityCause[] = CHARGED_CAUSES,
): Money {
  const { due } = item.fee;
  if (item.waiver.code === 11) return due;
  const isPaid = item.linkedFrom === null && isChargeable(findings.primaryCause, charged);
  return isPaid ? chargedFee(item, findings, listedFee) : { ...due, amount: 0 };
}

/** A listed price, else what was agreed. An amount by hand holds until other sub-reasons with a price are found. */
function chargedFee(item: FeeBefore, findings: Findings, listedFee: Money | undefined): Money {
  const { due, agreed, byHand } = item.fee;
  const isListed = listedFee !== undefined && listedFee.amount > 0;
  if (byHand && !(isListed && hasOtherSubReasons(item, findings))) return due;
  if (isListed) return listedFee;
  return due.amount > 0 ? due : (agreed ?? due);
}

function hasOtherSubReasons(item: FeeBefore, { subReasons }: Findings): boolean {
  const idsOf = (subs: Findings['subReasons']) => new Set(subs.map(({ id }) => id));
  return idsOf(subReasons).symmetricDifference(idsOf(item.work.findings?.subReasons ?? [])).size > 0;
}

/** A new quote when the amount changes; the policy's version says under which rules. */
export function quoteIfChanged(
  item: Item,
  fee: Money,
  because: FeeQuoted['data']['because'],
  context: CommandContext,
): readonly FeeQuoted[] {
  if (fee.amount === item.fee.due.amount) return [];
  const data = { fee, because, reason: null, policyVersion: context.policy.version, ...stamp(context) };
  return [{ type: 'FeeQuoted', data }];
}
