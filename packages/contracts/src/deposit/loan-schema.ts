import { LOAN_LIMITS, MOST_FEE, PART_CODE } from '@atelier/domain/repair/contract.ts';
import { MOST_IDS, TEXT_LENGTH } from '@atelier/domain/contract/limits.ts';
import { z } from 'zod';
import { calendarDate, line, requiredLine, requiredText, text, wireId } from '../contract/schema.ts';

/** A loan piece, as the deposit and `POST /rma/loan` take it (product/repair.md §21). */
export const loanFacts = z.strictObject({
  description: requiredLine(LOAN_LIMITS.description),
  /** SKU or serial number in the shop's stock. */
  code: z.union([z.literal(''), line(LOAN_LIMITS.code).regex(PART_CODE)]).default(''),
  /** Minor units; left out where no value is named. */
  value: z.number().int().min(0).max(MOST_FEE).optional(),
  /** Of the value; the currency of the repair fee where left out. */
  currency: z.string().length(3).optional(),
  due_on: calendarDate,
  condition: text(LOAN_LIMITS.condition).default(''),
});
export type LoanBody = z.infer<typeof loanFacts>;

/** `POST /rma/loan` hands it out, `/rma/loan/change` says all facts of the open loan again. */
export const loanBody = loanFacts.extend({ rma_item_id: wireId });
export const loanReturnBody = z.strictObject({
  rma_item_id: wireId,
  condition: text(LOAN_LIMITS.condition).default(''),
});
export const loanCancelBody = z.strictObject({
  rma_item_id: wireId,
  reason: requiredText(TEXT_LENGTH.reason),
});

/** What a handover says of the loan of a piece: it is back, or the client keeps it until a day. */
export const loansAtPickup = z
  .array(
    z.strictObject({
      rma_item_id: wireId,
      kept_until: calendarDate.optional(),
      condition: text(LOAN_LIMITS.condition).default(''),
    }),
  )
  .max(MOST_IDS)
  .default([]);
export type LoansAtPickup = z.infer<typeof loansAtPickup>;
