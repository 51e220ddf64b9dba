import { z } from 'zod';
import { DEPOSIT_LENGTH } from '@atelier/domain/deposit/contract.ts';
import { DELIVERY_TARGETS } from '@atelier/domain/reference/contract.ts';
import { calendarDate, capitals, envelope, wireIdCsv } from '../contract/schema.ts';

/** `GET /promise/expected`: a piece as the deposit form knows it, at the caller's own shop. */
export const expectedQuery = z.strictObject({
  sku: capitals(DEPOSIT_LENGTH.sku).min(1),
  rma_reason_ids: wireIdCsv.optional(),
  delivery: z.enum(DELIVERY_TARGETS).default('store'),
  is_under_warranty: z.stringbool().default(true),
});

/** Days on the shop's calendar; null while too few pieces have ended to say (product/promise.md §4). */
export const expectedView = z.object({
  expected_likely: calendarDate.nullable(),
  expected_latest: calendarDate.nullable(),
});
export const expectedResponse = envelope(expectedView);
