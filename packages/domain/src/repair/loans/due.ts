import type { Day } from '../../kernel.ts';
import type { LoanFacts } from './loan-events.ts';

/** Due back before today, on the calendar of the piece's shop. */
export const isLoanOverdue = ({ dueOn }: Pick<LoanFacts, 'dueOn'>, today: Day): boolean => dueOn < today;
