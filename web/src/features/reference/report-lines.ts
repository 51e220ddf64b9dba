import type { ReferenceLineView, ReferenceReportView } from '@atelier/contracts/reference/import/schema.ts';

export type LineFilter = 'all' | ReferenceLineView['action'];

export const LINE_FILTERS = ['all', 'error', 'insert', 'update', 'unchanged'] as const;

/** How many lines a choice would show. */
export const countOf = ({ rows, counts }: ReferenceReportView, filter: LineFilter): number =>
  filter === 'all' ? rows : counts[filter];

/** What to look at first: what is wrong, where anything is. */
export const firstFilter = ({ counts }: ReferenceReportView): LineFilter =>
  counts.error > 0 ? 'error' : 'all';

/** A row of the report: a line of the file, or one of the things that are wrong with it. */
export interface Entry {
  readonly key: string;
  readonly line: number;
  readonly sku: string | null;
  readonly action: ReferenceLineView['action'];
  readonly changes: readonly string[];
  readonly issue: ReferenceLineView['errors'][number] | undefined;
}

/** The chosen lines, each issue on a row of its own: rows are of one height, and none hides behind another. */
export const entriesOf = ({ lines }: ReferenceReportView, filter: LineFilter): Entry[] =>
  lines
    .filter(({ action }) => filter === 'all' || action === filter)
    .flatMap(({ line, sku, action, changes, errors }) => {
      const issues = errors.length === 0 ? [undefined] : errors;
      return issues.map((issue, at) => ({ key: `${line}.${at}`, line, sku, action, changes, issue }));
    });

/** Only what a dry run found right, and what would change anything, is offered for import. */
export const canImport = ({ dry_run, counts }: ReferenceReportView): boolean =>
  dry_run && counts.error === 0 && counts.insert + counts.update > 0;
