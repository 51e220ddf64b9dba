import { z } from 'zod';
import { calendarDate, envelope, wireIdCsv } from '../contract/schema.ts';
import { TEXT_LENGTH } from '@atelier/domain/contract/limits.ts';
import { CLEARING_MOST_ITEMS } from '@atelier/domain/clearing/contract.ts';

const flag = z
  .union([z.literal('1'), z.literal('0'), z.literal(1), z.literal(0), z.boolean()])
  .transform((v) => v === '1' || v === 1 || v === true);

/** `GET /tools/autoclientreceived` and its POST twin (product/clearing.md §1): end date required, as many items as configured by default. */
export const clearingQuery = z.strictObject({
  rma_id: wireIdCsv.optional(),
  start_date: calendarDate.optional(),
  end_date: calendarDate,
  /** As configured when left out. */
  limit: z.coerce.number().int().min(1).max(CLEARING_MOST_ITEMS).optional(),
  valid_date_of_pruchase: flag.optional(),
  dry_run: flag.optional(),
});
export type ClearingQuery = z.infer<typeof clearingQuery>;

export const clearingRunView = z.object({
  id: z.number().int(),
  version: z.number().int(),
  state: z.enum(['preview', 'queued', 'running', 'done', 'undoing', 'undone', 'failed']),
  requested_by: z.string(),
  requested_at: z.string(),
  scheduled: z.boolean(),
  criteria: z.object({
    rma_id: z.array(z.number().int()).nullable(),
    start_date: z.string().nullable(),
    end_date: z.string(),
    limit: z.number().int(),
    valid_date_of_pruchase: z.boolean(),
  }),
  total: z.number().int(),
  cleared: z.number().int(),
  skipped: z.array(z.object({ item_id: z.number().int(), number: z.string(), code: z.string() })),
  items: z.array(
    z.object({
      item_id: z.number().int(),
      number: z.string(),
      store_name: z.string(),
      waiting_since: z.string(),
    }),
  ),
});
export type ClearingRunView = z.infer<typeof clearingRunView>;
export const clearingRunResponse = envelope(clearingRunView);
export const clearingRunsResponse = envelope(z.array(clearingRunView));
export const clearingUndoBody = z.strictObject({
  id: z.coerce.number().int().positive(),
  reason: z.string().trim().max(TEXT_LENGTH.reason).default(''),
});
/** `GET /tools/autoclientreceived/run?id=`. */
export const clearingRunQuery = z.strictObject({
  id: z.coerce.number().int().positive(),
  min_position: z.coerce.number().int().min(0).optional(),
});
