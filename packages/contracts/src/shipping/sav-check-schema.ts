import { z } from 'zod';
import { envelope, requiredText } from '../contract/schema.ts';
import { TRACKING_NUMBER } from '@atelier/domain/contract/limits.ts';

/**
 * `POST /savcheck` (product/shipping.md §12). Anything may stand in the fields: what is wrong is answered with the
 * fixed number −401002, not with the contract's.
 */
export const savCheckBody = z.strictObject({
  tracking_no: z.unknown().optional().describe('tracking number of an inbound package'),
  wrong_reason: z.unknown().optional().describe('pieces with a wrong reason, 0..items; decimals are rounded'),
  no_warranty: z.unknown().optional().describe('pieces without warranty, 0..items; decimals are rounded'),
});

export const savCheckResult = z.object({
  tracking_no: z.string(),
  wrong_reason: z.number().int(),
  no_warranty: z.number().int(),
  items: z.number().int(),
  /** Fields whose decimals were rounded: a warning, never a refusal. */
  rounded: z.array(z.enum(['tracking_no', 'wrong_reason', 'no_warranty'])),
});
export const savCheckResponse = envelope(savCheckResult);

/** `GET /savcheck?tracking_no=`: every result, the newest first. */
export const savChecksQuery = z.strictObject({
  tracking_no: requiredText(TRACKING_NUMBER.most),
  min_position: z.coerce.number().int().min(0).optional(),
});
export const savCheckView = z.object({
  wrong_reason: z.number().int(),
  no_warranty: z.number().int(),
  items: z.number().int(),
  by: z.string(),
  at: z.string(),
});
export type SavCheckView = z.infer<typeof savCheckView>;
export const savChecksView = z.object({
  tracking_no: z.string(),
  items: z.number().int(),
  checks: z.array(savCheckView),
});
export const savChecksResponse = envelope(savChecksView);
