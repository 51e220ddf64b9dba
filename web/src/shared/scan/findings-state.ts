import type { FindingsBody } from '@atelier/contracts/repair/schema.ts';
import type { ItemView } from '@atelier/contracts/repair-detail/schema.ts';

/** What a station notes of one piece before it is saved with its move. */
export interface FindingsDraft {
  readonly cause: string;
  readonly originalFactory: string;
  readonly isQualityIssue: boolean;
  readonly reasons: readonly number[];
  readonly subReasons: readonly number[];
}

/** The locked causes of a piece; with one of them nothing else can be chosen (product/repair.md §10). */
export const lockedCauses = (item: ItemView): string[] =>
  item.QualityInvestigateOptions.filter((option) => option.locked).map((option) => option.value);

/** What the piece brings: stored values, else the server's defaults. */
export function draftOf(item: ItemView): FindingsDraft {
  const [locked] = lockedCauses(item);
  const [first] = item.QualityInvestigateOptions;
  return {
    cause: locked ?? (item.QualityInvestigate || (first?.value ?? '')),
    originalFactory: item.OriginalProduceFactory || 'SAV',
    isQualityIssue: item.isQualityIssue,
    reasons: item.FactoryReasons,
    subReasons: item.FactorySubReasons,
  };
}

/** A kept draft under today's rules: a cause that the server has locked since is no longer a choice. */
export const withLockedCause = (item: ItemView, draft: FindingsDraft): FindingsDraft => ({
  ...draft,
  cause: lockedCauses(item)[0] ?? draft.cause,
});

/** As the server takes it. A locked cause is its own business: it is not sent as a choice. */
export function findingsBodyOf(item: ItemView, draft: FindingsDraft): FindingsBody {
  return {
    ...(lockedCauses(item).length === 0 && draft.cause !== '' && { quality_investigate: draft.cause }),
    original_produce_factory: draft.originalFactory,
    quality_issue: draft.isQualityIssue,
    reasons: [...draft.reasons],
    sub_reasons: [...draft.subReasons],
  };
}

/** Ticking and unticking; an unticked reason takes its sub-reasons along (product/rma.md §8). */
export function withReason(
  draft: FindingsDraft,
  id: number,
  subIds: readonly number[],
  isOn: boolean,
): FindingsDraft {
  if (isOn) return { ...draft, reasons: [...draft.reasons, id] };
  return {
    ...draft,
    reasons: draft.reasons.filter((one) => one !== id),
    subReasons: draft.subReasons.filter((one) => !subIds.includes(one)),
  };
}
