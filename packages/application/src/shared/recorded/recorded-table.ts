/** A table that files fill, and its columns that are summed. */
export interface RecordedTable {
  readonly table: string;
  readonly columns: readonly string[];
}
