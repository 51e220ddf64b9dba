import { CLEARING_MOST_ITEMS } from '@atelier/domain/clearing/contract.ts';
import type { ClearingQuery } from '@atelier/contracts/clearing/schema.ts';
import { isDay } from '@atelier/domain/calendar.ts';
import type { Issues } from '../../shared/form/use-issue-form.ts';
import { currentRules } from '../../shared/rules/rules.ts';

/** What was typed; texts until they are checked. */
export interface ClearingValues {
  readonly startDate: string;
  readonly endDate: string;
  readonly limit: string;
  readonly rmaIds: string;
  readonly isValidDateOnly: boolean;
}

/** As many pieces as configured (100 as the product came, product/clearing.md §1), the end date left to the person. */
export const newClearing = (): ClearingValues => ({
  startDate: '',
  endDate: '',
  limit: String(currentRules().clearingLimit),
  rmaIds: '',
  isValidDateOnly: false,
});

/** Keys of texts, by field. */
type ClearingIssues = Issues<ClearingValues>;

const idsOf = (text: string): string[] => text.split(/[\s,;]+/).filter(Boolean);

/** What is wrong, by field; empty when it can be asked. */
export function clearingIssues({ startDate, endDate, limit, rmaIds }: ClearingValues): ClearingIssues {
  const issues: ClearingIssues = {};
  if (!isDay(endDate)) issues.endDate = 'form.endRequired';
  else if (isDay(startDate) && startDate > endDate) issues.endDate = 'form.endBeforeStart';
  const most = Number(limit);
  if (!Number.isInteger(most) || most < 1 || most > CLEARING_MOST_ITEMS) issues.limit = 'form.limitInvalid';
  if (!idsOf(rmaIds).every((id) => /^\d{1,15}$/.test(id))) issues.rmaIds = 'form.rmaInvalid';
  return issues;
}

/** As `POST /tools/autoclientreceived` takes it. */
export function clearingBody(
  values: ClearingValues,
): Pick<ClearingQuery, 'end_date' | 'limit'> & Record<string, unknown> {
  const ids = idsOf(values.rmaIds).map(Number);
  return {
    end_date: values.endDate,
    limit: Number(values.limit),
    ...(values.startDate !== '' && { start_date: values.startDate }),
    ...(ids.length > 0 && { rma_id: ids }),
    ...(values.isValidDateOnly && { valid_date_of_pruchase: true }),
  };
}
