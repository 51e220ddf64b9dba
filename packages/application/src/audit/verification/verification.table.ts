import type { LogVerificationRow } from '@atelier/domain/audit/verification/verification.ts';
import type { StoredRow } from '../../projections/stored-row.ts';

/** A row of migrations/0035_log_verifications.sql: what `toLogVerificationRow` makes of the stream `log-verification-<id>`. */
export type LogVerificationTable = StoredRow<LogVerificationRow, 'requested_at' | 'ended_at'>;

declare module '../../platform/database.ts' {
  interface Database {
    log_verification_row: LogVerificationTable;
    log_verification_progress: { only_row: boolean; verification_id: number; percent: number };
  }
}
