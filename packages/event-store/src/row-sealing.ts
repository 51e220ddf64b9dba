/** What persons' keys do for rows of read models: nothing personal lies in the database in clear (decisions/0163). */
export interface Sealing {
  /** False while nodes of a release may run beside that reads these columns in clear: then rows stay as they are. */
  readonly isOn: () => boolean;
  /** Rows as they are written: the columns that hold something personal are sealed, the others stay. */
  readonly sealRows: <R extends object>(table: string, rows: readonly R[]) => Promise<readonly R[]>;
  /** Rows as they are read: every sealed value opened, '' where the person was erased. The keys are asked for once. */
  readonly openRows: <R>(rows: readonly R[]) => Promise<readonly R[]>;
}
