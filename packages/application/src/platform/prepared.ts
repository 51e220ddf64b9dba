import {
  type CompiledQuery,
  type Compilable,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely';
import { nameStatement } from '@atelier/postgres/prepared-client.ts';
import type { Database } from './database.ts';

/**
 * A query for the busiest paths, built once in a program and planned once in a session: building and planning can cost
 * more than running. `build` gets the parameters' place-holders from `parameters`, whose values come with each run.
 */
export function prepareQuery<Row>(
  name: string,
  build: (db: Kysely<Database>) => Compilable<Row>,
): (parameters: readonly unknown[]) => CompiledQuery<Row> {
  const compiled = build(asSqlText).compile();
  nameStatement(compiled.sql, name);
  return (parameters) => ({ ...compiled, parameters });
}

/** Builds texts; reaches no database. */
const asSqlText = new Kysely<Database>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});
