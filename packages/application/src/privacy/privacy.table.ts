import type { ErasureRow } from '@atelier/domain/privacy/erasure.ts';
import type { LegalHoldRow } from '@atelier/domain/privacy/legal-hold.ts';
import type { PersonExportRow } from '@atelier/domain/privacy/person-export.ts';
import type { RetentionRunRow } from '@atelier/domain/privacy/retention-run.ts';
import type { ProposalRow } from '@atelier/domain/privacy/retention-schedule.ts';
import type { StoredRow } from '../projections/stored-row.ts';

// Rows of migrations/0028_privacy.sql, 0033_person_exports.sql and 0034_retention.sql: what the domain makes of the streams
// privacy-request-<id>, legal-hold-<id>, privacy-export-<id>, retention-schedule-1 and retention-run-<yyyymmdd>.

export type ErasureTable = StoredRow<ErasureRow, 'due_at' | 'requested_at' | 'decided_at' | 'ended_at'>;
type LegalHoldTable = StoredRow<LegalHoldRow, 'placed_at' | 'released_at'>;

type PersonExportTable = StoredRow<PersonExportRow, 'requested_at' | 'ended_at' | 'expires_at' | 'read_at'>;

type ProposalTable = StoredRow<ProposalRow, 'proposed_at' | 'decided_at'>;
type RetentionRunTable = StoredRow<RetentionRunRow, 'started_at' | 'decided_at' | 'ended_at'>;

declare module '../platform/database.ts' {
  interface Database {
    privacy_request_row: ErasureTable;
    legal_hold_row: LegalHoldTable;
    privacy_export_row: PersonExportTable;
    retention_schedule_row: ProposalTable;
    retention_run_row: RetentionRunTable;
  }
}
