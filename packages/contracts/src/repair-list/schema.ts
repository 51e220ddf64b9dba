import { TRACKING_NUMBER } from '@atelier/domain/contract/limits.ts';
import {
  EXPECTED_FILTERS,
  HOLD_FILTERS,
  LIST_BUCKETS,
  LOAN_FILTERS,
  PICTURE_FILTERS,
  SEARCH_LENGTH,
  WAIVED_FEE_FILTERS,
  WARRANTY_FILTERS,
} from '@atelier/domain/repair-list/contract.ts';
import { COLLECTION_KINDS } from '@atelier/domain/repair/collection/collection-events.ts';
import { z } from 'zod';
import { CUSTOMER_REFERENCE_LENGTH } from '@atelier/domain/customer-site/contract.ts';
import { momentQuery, pastEnvelope } from '../contract/moment-schema.ts';
import { calendarDate, code, envelope, listQuery, text, wireId } from '../contract/schema.ts';
import { itemView } from '../repair-detail/schema.ts';

export const itemListResponse = envelope(z.array(itemView));
export const pastItemListResponse = itemListResponse.extend(pastEnvelope);

/**
 * Filters of `GET /rma`, `/operationrma`, `/rmalist`, `/operationrmabystatus/{status}`, `/rmasenttowarehoure`, `/rmaintransittoshop`.
 * `target` asks for the scanning marks against that status; `bucket` is a dashboard tile.
 */
export const itemListQuery = listQuery.extend({
  q: text(SEARCH_LENGTH.most).optional(),
  status: z
    .string()
    .regex(/^\d{1,2}(,\d{1,2})*$/)
    .optional(),
  bucket: z.enum(LIST_BUCKETS).optional(),
  target: z.coerce.number().int().min(1).max(21).optional(),
  /** Only what waits for this stage: what its bench lists. */
  waiting: z.coerce.number().int().min(1).max(21).optional(),
  store_id: wireId.optional(),
  site_id: wireId.optional(),
  /**
   * `yes`: only pieces of other shops that lie in the caller's own: what it can do with them is to send them home. `included`:
   * beside its own also those that it hands over, because their clients chose it.
   */
  guests: z.enum(['yes', 'included']).optional(),
  /** How their clients want them back. */
  collect: z.enum(COLLECTION_KINDS).optional(),
  rma_id: wireId.optional(),
  /** Of the deposit whose customer's page has this in its address: what the code on a receipt says. */
  reference: text(CUSTOMER_REFERENCE_LENGTH).optional(),
  tracking_no: code(TRACKING_NUMBER.most).optional(),
  from: calendarDate.optional(),
  to: calendarDate.optional(),
  warranty: z.enum(WARRANTY_FILTERS).optional(),
  pictures: z.enum(PICTURE_FILTERS).optional(),
  /** A waived-fee status (product/repair.md §13): 0 No, 1 Review, 10 Reject, 11 Approve. */
  waived_fee: z.enum(WAIVED_FEE_FILTERS).optional(),
  /** Under any hold, or under this one. */
  hold: z.enum(HOLD_FILTERS).optional(),
  /** Past the target of its stage, by the stage's clock. */
  past_target: z.enum(['yes']).optional(),
  /** With a loan piece that is out, or is due back. */
  loan: z.enum(LOAN_FILTERS).optional(),
  /** Past the latest day on which it is expected to be ready, or within three days of it. */
  expected: z.enum(EXPECTED_FILTERS).optional(),
  /** Of the customer base: everything they have brought. */
  customer_id: wireId.optional(),
});
export type ItemListQuery = z.infer<typeof itemListQuery>;
/** The same now or at a past moment. */
export const pastItemListQuery = itemListQuery.extend(momentQuery);
export type PastItemListQuery = z.infer<typeof pastItemListQuery>;
