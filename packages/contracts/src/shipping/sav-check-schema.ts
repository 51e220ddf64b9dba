import { z } from 'zod';
import { envelope, requiredText, wireId } from '../contract/schema.ts';
import { itemView } from '../repair-detail/schema.ts';
import { shipmentView } from './schema.ts';
import { TRACKING_NUMBER } from '@atelier/domain/contract/limits.ts';

/**
 * `POST /savcheck` (product/shipping.md §12). Anything may stand in the fields: what is wrong is answered with the
 * fixed number −401002, not with the contract's.
 */
export const savCheckBody = z.strictObject({
  tracking_no: z.unknown().optional().describe('tracking number of an inbound package'),
  wrong_reason: z.unknown().optional().describe('pieces with a wrong reason, 0..items; decimals are rounded'),
  no_warranty: z.unknown().optional().describe('pieces without warranty, 0..items; decimals are rounded'),
  wrong_reason_items: z
    .unknown()
    .optional()
    .describe('ids of the pieces counted in wrong_reason; given together with no_warranty_items'),
  no_warranty_items: z.unknown().optional().describe('ids of the pieces counted in no_warranty'),
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
  /** The ticked pieces; null where only counts were given. */
  wrong_reason_items: z.array(z.number().int()).nullable(),
  no_warranty_items: z.array(z.number().int()).nullable(),
  by: z.string(),
  at: z.string(),
});
export type SavCheckView = z.infer<typeof savCheckView>;
export const savChecksView = z.object({
  tracking_no: z.string(),
  items: z.number().int(),
  checks: z.array(savCheckView),
  package: shipmentView,
  arrived_at: z.string().nullable(),
  /** The pieces as a bench sees them: no client, no money. */
  pieces: z.array(itemView),
});
export type SavChecksView = z.infer<typeof savChecksView>;
export const savChecksResponse = envelope(savChecksView);

/** `GET /savcheck/waiting`: the packages here whose check is due, the first arrived first. */
export const savWaitingQuery = z.strictObject({ min_position: z.coerce.number().int().min(0).optional() });
export const savWaitingView = z.object({
  packages: z.array(z.object({ package: shipmentView, arrived_at: z.string() })),
  checked_today: z.number().int(),
});
export type SavWaitingView = z.infer<typeof savWaitingView>;
export const savWaitingResponse = envelope(savWaitingView);

/** `GET /savcheck/piece?rma_item_id=`: what the checks said of one piece, the newest first. */
export const savPieceQuery = z.strictObject({ rma_item_id: wireId });
export const savPieceView = z.object({
  tracking_no: z.string(),
  wrong_reason: z.boolean(),
  no_warranty: z.boolean(),
  by: z.string(),
  at: z.string(),
});
export type SavPieceView = z.infer<typeof savPieceView>;
export const savPieceResponse = envelope(z.array(savPieceView));
