export type VaultValue = string | number | Uint8Array;

/** One statement, in SQL that SQLite and PostgreSQL both read, with `$1`, `$2`, … for the values. */
export type VaultSql = <Row extends object>(
  text: string,
  values?: readonly VaultValue[],
) => Promise<readonly Row[]>;

/** Where a vault's rows lie (`vault-rows.ts`): a SQLite file on one machine, a separate PostgreSQL on several. */
export interface VaultDatabase {
  /** For sentences: a file, or a server without login and password. */
  readonly name: string;
  readonly sql: VaultSql;
  /** One writer at a time; all or nothing, durable when it resolves. */
  readonly transaction: <T>(work: (sql: VaultSql) => Promise<T>) => Promise<T>;
  /** Leaves no copy of what was deleted beside the tables, as far as the database can say. */
  readonly scrub: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Runs `work` on a vault that is open for it alone, and closes it. */
export async function closingAfter<T>(
  database: VaultDatabase,
  work: (database: VaultDatabase) => Promise<T>,
): Promise<T> {
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}
