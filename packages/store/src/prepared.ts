import type { CompiledQuery, Compilable } from 'kysely';
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import { Client } from 'pg';
import type { Database } from './database.ts';

/** Texts that sessions of our pools plan once and run by name afterwards. */
const names = new Map<string, string>();

/**
 * A query for the busiest paths, built once in a program and planned once in a session: building and planning can cost
 * more than running. `build` gets the parameters' place-holders from `parameters`, whose values come with each run.
 */
export function prepareQuery<Row>(
  name: string,
  build: (db: Kysely<Database>) => Compilable<Row>,
): (parameters: readonly unknown[]) => CompiledQuery<Row> {
  const compiled = build(onPaper).compile();
  names.set(compiled.sql, name);
  return (parameters) => ({ ...compiled, parameters });
}

/** Builds texts; reaches no database. */
const onPaper = new Kysely<Database>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

/** A connection that sends prepared texts under their names; everything else as it comes. */
export class PreparingClient extends Client {
  // The driver's own signature has seven overloads; only a text with its values concerns us.
  // oxlint-disable-next-line typescript/no-explicit-any, typescript/no-unsafe-type-assertion
  override query = ((text: unknown, values?: unknown, ...rest: unknown[]): unknown => {
    const name = typeof text === 'string' ? names.get(text) : undefined;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above
    const run = super.query.bind(this) as unknown as (...all: unknown[]) => unknown;
    return name === undefined ? run(text, values, ...rest) : run({ name, text, values }, ...rest);
  }) as Client['query'];
}
