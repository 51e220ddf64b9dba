import type { ReferenceLineView, ReferenceReportView } from '@atelier/domain/reference/import/contract.ts';

export type LineFilter = 'all' | ReferenceLineView['action'];

export const LINE_FILTERS = ['all', 'error', 'insert', 'update', 'unchanged'] as const;

/** How many lines a choice would show. */
export const countOf = ({ rows, counts }: ReferenceReportView, filter: LineFilter): number =>
  filter === 'all' ? rows : counts[filter];

/** What to look at first: what is wrong, where anything is. */
export const firstFilter = ({ counts }: ReferenceReportView): LineFilter =>
  counts.error > 0 ? 'error' : 'all';

export const linesOf = ({ lines }: ReferenceReportView, filter: LineFilter): ReferenceLineView[] =>
  filter === 'all' ? lines : lines.filter(({ action }) => action === filter);

/** Only what a dry run found right, and what would change anything, is offered for import. */
export const canImport = ({ dry_run, counts }: ReferenceReportView): boolean =>
  dry_run && counts.error === 0 && counts.insert + counts.update > 0;
