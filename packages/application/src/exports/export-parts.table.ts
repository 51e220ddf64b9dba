/** A row of migrations/0032_export_parts.sql: a stretch of a file that was written as it was read. */
export interface ExportPartTable {
  export_id: number;
  part: number;
  /** Where it begins in the file, and how many bytes of the file it holds. */
  begins: number;
  size: number;
  blob: string;
}

declare module '../platform/database.ts' {
  interface Database {
    export_parts: ExportPartTable;
  }
}
