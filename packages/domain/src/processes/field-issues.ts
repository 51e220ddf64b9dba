import { isDay } from '../calendar.ts';
import type { Day } from '../kernel.ts';
import type { CommandContext } from '../repair/item/commands.ts';
import { issueIf, type DepositIssue, type DepositIssueCode } from '../deposit/deposit-issue.ts';

export interface DepositRules {
  /** The shop's own day: warranty, survey and "not in the future" are measured on it. */
  readonly today: Day;
  readonly policy: CommandContext['policy'];
  readonly isValidPhone: (code: string, phone: string) => boolean;
}

/** Characters as a reader counts them, not the halves that some are kept in. */
export const lengthOf = (text: string): number => Array.from(text).length;
export const isBlank = (text: string): boolean => text.trim() === '';

/** A text that has to be there, and may not be too long; `fits` says what else makes it one. */
export function textIssues(
  path: string,
  text: string,
  {
    code,
    most,
    fits = () => true,
  }: { code: DepositIssueCode; most: number; fits?: (text: string) => boolean },
): readonly DepositIssue[] {
  if (isBlank(text)) return [{ path, code }];
  if (lengthOf(text.trim()) > most) return [{ path, code: 'text_too_long' }];
  return issueIf(!fits(text.trim()), path, code);
}

/** A text that may be left out, and may not be too long. */
export const lengthIssues = (path: string, text: string, most: number): readonly DepositIssue[] =>
  issueIf(lengthOf(text.trim()) > most, path, 'text_too_long');

/** A day that has to be there, and is not in the future. */
export function dayIssues(
  path: 'fulfilled_date' | 'purchase_date',
  day: string,
  today: Day,
): readonly DepositIssue[] {
  if (!isDay(day)) return [{ path, code: `${path}_required` }];
  return issueIf(day > today, path, `${path}_future`);
}
