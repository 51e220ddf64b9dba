import type { FieldIssue } from '../../rejection.ts';
import { DEFAULT_FACTORY } from './quality.ts';

/** The findings that name reference data; the rest of a body is checked by its schema. */
export interface NamedFindings {
  readonly reasons?: readonly number[] | undefined;
  readonly sub_reasons?: readonly number[] | undefined;
  readonly original_produce_factory?: string | undefined;
}

/** What the brand's books say of what findings may name. */
export interface FindingsBooks {
  /** Reasons that are offered now (product/rma.md §8). */
  readonly activeReasons: ReadonlySet<number>;
  /** Sub-reasons that are offered now, each with the reason it belongs to. */
  readonly activeSubReasons: ReadonlyMap<number, number>;
  /** Codes of the brand's factories. */
  readonly factories: ReadonlySet<string>;
}

/** What a piece says already: it stays sayable when it is not offered any more (product/rma.md §8). */
export interface SaidBefore {
  readonly reasons: readonly number[];
  /** Each with its reason. */
  readonly subReasons: ReadonlyMap<number, number>;
  /** The reasons that hold when the body names none. */
  readonly found: readonly number[];
  readonly originalFactory: string | null;
}

/** What findings name and cannot: unknown reasons and factories, sub-reasons of reasons that are not chosen. */
export function findingsIssues(
  findings: NamedFindings,
  said: SaidBefore,
  books: FindingsBooks,
): readonly FieldIssue[] {
  const { reasons, sub_reasons: subs = [], original_produce_factory: factory } = findings;
  const chosen = reasons ?? said.found;
  const reasonOf = (id: number) => books.activeSubReasons.get(id) ?? said.subReasons.get(id);
  const isUnknown = (id: number) => !books.activeReasons.has(id) && !said.reasons.includes(id);
  const known = [DEFAULT_FACTORY, said.originalFactory, ...books.factories];
  return [
    ...issue((reasons ?? []).some(isUnknown), 'reasons', 'reason_not_offered'),
    ...issue(
      subs.some((id) => reasonOf(id) === undefined),
      'sub_reasons',
      'reason_not_offered',
    ),
    ...issue(
      subs.some((id) => isForeign(reasonOf(id), chosen)),
      'sub_reasons',
      'sub_reason_foreign',
    ),
    ...issue(
      factory !== undefined && !known.includes(factory),
      'original_produce_factory',
      'factory_unknown',
    ),
  ];
}

/** Of a reason that is not chosen; what is unknown has no reason. */
export const isForeign = (reasonId: number | undefined, chosen: readonly number[]): boolean =>
  reasonId !== undefined && !chosen.includes(reasonId);

const issue = (wrong: boolean, path: string, code: string): readonly FieldIssue[] =>
  wrong ? [{ path, code }] : [];
