import type { ReferenceLineView } from '@atelier/contracts/reference/import/schema.ts';
import type { TFunction } from 'i18next';

export type LineIssueView = ReferenceLineView['errors'][number];

/** Sentences that quote the cell. */
const QUOTING: ReadonlySet<string> = new Set(['bad_choice', 'ambiguous_number']);
/** Sentences that name the column as well. */
const NAMING: ReadonlySet<string> = new Set(['bad_choice']);

export interface IssueWords {
  readonly words: string;
  /** Whether the column and the cell have to stand before the words. */
  readonly showsColumn: boolean;
  readonly showsValue: boolean;
}

/** What is wrong with a cell, in words. A cell that is blank or names a person is not quoted. */
export function issueWords(t: TFunction<'reference'>, issue: LineIssueView): IssueWords {
  const { column, code, value } = issue;
  const isQuoted = QUOTING.has(code) && value !== '';
  const said = QUOTING.has(code) && !isQuoted ? 'bad_text' : code;
  return {
    words: t(`reference:issue.${said}`, { value, column }),
    showsColumn: column !== '' && !(isQuoted && NAMING.has(code)),
    showsValue: value !== '' && !isQuoted,
  };
}
