import type { ExportRow } from '@atelier/domain/exports/export.ts';
import type { StoredRow } from '../projections/stored-row.ts';

/** A row of migrations/0018_images_and_exports.sql: what `toExportRow` makes of the stream `export-<id>`. */
export type ExportTable = StoredRow<ExportRow, 'requested_at' | 'ended_at' | 'expires_at'>;

declare module '../platform/database.ts' {
  interface Database {
    export_row: ExportTable;
    export_progress: { export_id: number; done: number; total: number; updated_at: Date };
    export_files: { export_id: number; blob: string; kept_at: Date };
  }
}
