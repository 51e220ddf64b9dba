import type { UnusualReviewRow } from '@atelier/domain/audit/review/review.ts';
import type { StoredRow } from '../../projections/stored-row.ts';

/** A row of migrations/0072_unusual_reviews.sql: what `toUnusualReviewRow` makes of the stream `unusual-review-<position>`. */
export type UnusualReviewTable = StoredRow<UnusualReviewRow, 'reviewed_at'>;

declare module '../../platform/database.ts' {
  interface Database {
    unusual_review_row: UnusualReviewTable;
  }
}
