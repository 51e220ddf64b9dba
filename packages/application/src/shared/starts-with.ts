import { sql, type RawBuilder } from 'kysely';

/** Sorts after every text that begins as the one it is put behind. */
const LAST = '\u{10FFFF}';

/**
 * Column begins with the text, as a range that an index serves below row-level security, where LIKE may not
 * (migrations/0011_customers_and_sales.sql). The column must be of collation "C". Nothing in the text is a wildcard.
 */
export const startsWith = (column: string, text: string): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(column)} >= ${text} and ${sql.ref(column)} < ${text + LAST})`;
