import { type Kysely, sql } from 'kysely';
import type { Sealing } from '@atelier/key-vault/row-sealing.ts';
import type { Pool } from 'pg';
import { type Database, createDatabase } from '../../platform/database.ts';
import { PROJECTIONS } from '../all.ts';
import { COVERED_TABLES } from './covered-tables.ts';

/** The columns of a table, as far as writing and naming its rows needs them. */
export interface TableShape {
  readonly table: string;
  readonly key: readonly string[];
  /** Without generated ones. */
  readonly columns: readonly string[];
}

export type Shapes = ReadonlyMap<string, TableShape>;

/**
 * Works on one connection that has a scratch table for every table compared. They are gone when it goes back to the pool:
 * its next user means the live tables.
 */
export function onScratchSession<T>(
  pool: Pool,
  sealing: Sealing,
  work: (session: Kysely<Database>, shapes: Shapes) => Promise<T>,
): Promise<T> {
  return createDatabase(pool, sealing)
    .connection()
    .execute(async (session) => {
      try {
        return await work(session, await makeScratchTables(session, SCRATCH_TABLES));
      } finally {
        await sql`discard temporary`.execute(session);
      }
    });
}

/** Every table the checks fold into: those compared, and what their projections write besides. */
const SCRATCH_TABLES: readonly string[] = [
  ...new Set([...COVERED_TABLES.map(({ table }) => table), ...PROJECTIONS.flatMap(({ tables }) => tables)]),
];

/**
 * Makes an empty copy of each table that only this session sees, and forgets its rows at every commit. The very same
 * statements that fill the live tables fill these while `search_path` names nothing else. Answers the tables' shapes.
 */
async function makeScratchTables(session: Kysely<Database>, tables: readonly string[]): Promise<Shapes> {
  const shapes = await readShapes(session, tables);
  for (const { table, key } of shapes.values()) {
    await sql`
      create temporary table if not exists ${sql.table(table)}
        (like public.${sql.table(table)} including defaults including generated, primary key (${refs(key)}))
        on commit delete rows`.execute(session);
  }
  return shapes;
}

/** Statements that follow in this transaction reach the scratch tables only; live ones need `public.`. */
export const onScratch = (trx: Kysely<Database>): Promise<unknown> =>
  sql`set local search_path to pg_temp`.execute(trx);

export const live = (table: string) => sql`public.${sql.table(table)}`;
export const scratch = (table: string) => sql`pg_temp.${sql.table(table)}`;
export const refs = (columns: readonly string[]) => sql.join(columns.map((column) => sql.ref(column)));

async function readShapes(session: Kysely<Database>, tables: readonly string[]): Promise<Shapes> {
  const { rows } = await sql<TableShape>`
    select c.relname as table,
           array(select a.attname::text from pg_attribute a
                  where a.attrelid = c.oid and a.attnum = any (k.conkey) order by a.attnum) as key,
           array(select a.attname::text from pg_attribute a
                  where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
                  order by a.attnum) as columns
      from pg_class c join pg_constraint k on k.conrelid = c.oid and k.contype = 'p'
     where c.relnamespace = 'public'::regnamespace and c.relname = any(${[...tables]}::text[])`.execute(
    session,
  );
  return new Map(rows.map((shape) => [shape.table, shape]));
}
