import type { Policy } from '../../policy.ts';
import type { Rejection } from '../../rejection.ts';
import type { FindingsInput } from '../item/commands.ts';
import { QUALITY_CAUSES, type Findings, type QualityCause } from '../../shared/item-facts.ts';

/** What the quality investigation must know of an item: its frozen warranty and its repairs before this one. */
export interface InvestigatedItem {
  readonly inWarranty: boolean;
  /** Repairs in 180 days, the current case excluded. */
  readonly total180: number;
}

export interface CauseOption {
  readonly value: QualityCause;
  readonly locked: boolean;
}

const CHOICES: readonly QualityCause[] = QUALITY_CAUSES.slice(0, 4);
const DEFAULT_CAUSE: QualityCause = 'Production Issue';
export const DEFAULT_FACTORY = 'SAV';

/**
 * The investigation's options at targets 3 and 19 (product/repair.md §10): four choices, 'Expire Warranty' locked when out
 * of warranty, 'SAV Repair Issue' locked when repaired more than twice in 180 days.
 */
export function causeOptions(
  { inWarranty, total180 }: InvestigatedItem,
  policy: Pick<Policy, 'savRepairThreshold'>,
): readonly CauseOption[] {
  const options = CHOICES.map((value): CauseOption => ({ value, locked: false }));
  if (!inWarranty) options.push({ value: 'Expire Warranty', locked: true });
  if (total180 > policy.savRepairThreshold) options.push({ value: 'SAV Repair Issue', locked: true });
  return options;
}

/** Both locked causes can hold; the primary is then SAV Repair Issue (product/repair.md §10). */
export function primaryCause(causes: readonly QualityCause[]): QualityCause {
  if (causes.includes('SAV Repair Issue')) return 'SAV Repair Issue';
  if (causes.includes('Expire Warranty')) return 'Expire Warranty';
  return causes[0] ?? DEFAULT_CAUSE;
}

/** Causes that make the repair chargeable; every other one makes it free (product/repair.md §10). */
export const CHARGED_CAUSES: readonly QualityCause[] = ['Customers Issue', 'Expire Warranty'];

export const isChargeable = (
  cause: QualityCause,
  charged: readonly QualityCause[] = CHARGED_CAUSES,
): boolean => charged.includes(cause);

export type FindingsResult =
  | { readonly ok: true; readonly findings: Findings }
  | { readonly ok: false; readonly rejection: Rejection };

const reasonsAfter = (given: FindingsInput, stored: Findings | null): readonly number[] =>
  given.reasonIds ?? stored?.reasonIds ?? [];

/** Sub-reasons that hold once these findings are saved: those of an unticked reason fall away (product/rma.md §8). */
export function subReasonsAfter(given: FindingsInput, stored: Findings | null): Findings['subReasons'] {
  const reasonIds = reasonsAfter(given, stored);
  return (given.subReasons ?? stored?.subReasons ?? []).filter((sub) => reasonIds.includes(sub.reasonId));
}

/**
 * Findings to store: what was given, else what is stored, else the defaults. Locked causes hold whatever was chosen
 * before; a choice against them is refused. Sub-reasons of an unticked reason fall away.
 */
export function resolveFindings(
  given: FindingsInput,
  stored: Findings | null,
  item: InvestigatedItem,
  policy: Pick<Policy, 'savRepairThreshold'>,
): FindingsResult {
  const causes = resolveCauses(given.cause, stored, causeOptions(item, policy));
  if (!causes.ok) return causes;
  const findings = {
    reasonIds: [...new Set(reasonsAfter(given, stored))],
    subReasons: subReasonsAfter(given, stored),
    originalFactory: given.originalFactory ?? stored?.originalFactory ?? DEFAULT_FACTORY,
    causes: causes.causes,
    primaryCause: primaryCause(causes.causes),
    qualityIssue: given.qualityIssue ?? stored?.qualityIssue ?? false,
  };
  return { ok: true, findings };
}

type Causes =
  | { readonly ok: true; readonly causes: readonly QualityCause[] }
  | { readonly ok: false; readonly rejection: Rejection };

function resolveCauses(
  chosen: string | undefined,
  stored: Findings | null,
  options: readonly CauseOption[],
): Causes {
  const option = options.find(({ value }) => value === chosen);
  if (chosen !== undefined && option === undefined) {
    return { ok: false, rejection: { code: 'cause_not_offered', details: { cause: chosen } } };
  }
  const locked = options.filter((each) => each.locked).map(({ value }) => value);
  if (locked.length === 0) return { ok: true, causes: [option?.value ?? choiceOf(stored)] };
  if (option !== undefined && !option.locked) {
    return { ok: false, rejection: { code: 'cause_locked', details: { cause: primaryCause(locked) } } };
  }
  return { ok: true, causes: locked };
}

/** The stored choice, unless it was a locked cause that no longer holds. */
function choiceOf(stored: Findings | null): QualityCause {
  const cause = stored?.primaryCause;
  return cause !== undefined && CHOICES.includes(cause) ? cause : DEFAULT_CAUSE;
}
