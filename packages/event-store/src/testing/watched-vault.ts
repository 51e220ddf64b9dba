import type { VaultDatabase, VaultSql, VaultValue } from '@atelier/key-vault/vault-database.ts';

/** Counts what the vault asks of its database. */
export function counting(database: VaultDatabase) {
  let [statements, nodes, transactions, mostNodes, mostRowsRead] = [0, 0, 0, 0, 0];
  const over =
    (sql: VaultSql): VaultSql =>
    async <Row extends object>(text: string, values: readonly VaultValue[] = []) => {
      const rows = await sql<Row>(text, values);
      statements += 1;
      mostRowsRead = Math.max(mostRowsRead, rows.length);
      if (text.startsWith('insert into vault_person_nodes')) nodes += values.length / 2;
      return rows;
    };
  return {
    database: {
      ...database,
      sql: over(database.sql),
      transaction: <T>(work: (sql: VaultSql) => Promise<T>) => {
        transactions += 1;
        const before = nodes;
        return database.transaction(async (sql) => {
          const result = await work(over(sql));
          mostNodes = Math.max(mostNodes, nodes - before);
          return result;
        });
      },
    } satisfies VaultDatabase,
    transactions: () => transactions,
    mostNodes: () => mostNodes,
    mostRowsRead: () => mostRowsRead,
    during: async (work: () => Promise<unknown>) => {
      const before = { statements, nodes };
      await work();
      return { statements: statements - before.statements, nodes: nodes - before.nodes };
    },
  };
}

/** Stops the first writer after it has compared the revisions, and before it writes. */
export function gated(database: VaultDatabase) {
  const reached = Promise.withResolvers<undefined>();
  const opened = Promise.withResolvers<undefined>();
  const transaction: VaultDatabase['transaction'] = async (work) => {
    reached.resolve(undefined);
    await opened.promise;
    return database.transaction(work);
  };
  return {
    database: { ...database, transaction },
    reached: reached.promise,
    open: () => opened.resolve(undefined),
  };
}

/** Stops the first reader of persons' rows once it has them. */
export function gatedRead(database: VaultDatabase) {
  const reached = Promise.withResolvers<undefined>();
  const opened = Promise.withResolvers<undefined>();
  const sql: VaultSql = async <Row extends object>(text: string, values: readonly VaultValue[] = []) => {
    const rows = await database.sql<Row>(text, values);
    if (text.includes('vault_person_nodes')) {
      reached.resolve(undefined);
      await opened.promise;
    }
    return rows;
  };
  return { database: { ...database, sql }, reached: reached.promise, open: () => opened.resolve(undefined) };
}
