import { isDay } from '../calendar.ts';
import type { Day } from '../kernel.ts';
import type { CommandContext } from '../repair/commands.ts';
import { flaw } from '../rma/deposit-flaws.ts';
import type { DepositFlaw, DepositFlawCode } from '../rma/deposit-flaws.ts';

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
export function textFlaws(
  path: string,
  text: string,
  {
    code,
    most,
    fits = () => true,
  }: { code: DepositFlawCode; most: number; fits?: (text: string) => boolean },
): readonly DepositFlaw[] {
  if (isBlank(text)) return [{ path, code }];
  if (lengthOf(text.trim()) > most) return [{ path, code: 'text_too_long' }];
  return flaw(!fits(text.trim()), path, code);
}

/** A text that may be left out, and may not be too long. */
export const lengthFlaws = (path: string, text: string, most: number): readonly DepositFlaw[] =>
  flaw(lengthOf(text.trim()) > most, path, 'text_too_long');

/** A day that has to be there, and is not in the future. */
export function dayIssues(
  path: 'fulfilled_date' | 'purchase_date',
  day: string,
  today: Day,
): readonly DepositFlaw[] {
  if (!isDay(day)) return [{ path, code: `${path}_required` }];
  return flaw(day > today, path, `${path}_future`);
}
