import type { Kysely, Transaction } from 'kysely';
import type { Database } from '../platform/database.ts';
import type { CatalogueTables } from './catalogue.table.ts';
import type { CustomersTables } from './customers.table.ts';
import type { PlacesTables } from './places.table.ts';
import type { RepairTables } from './repair.table.ts';

declare module '../platform/database.ts' {
  interface Database extends PlacesTables, CatalogueTables, RepairTables, CustomersTables {}
}

/** The database with the reference tables in it: what this slice's queries are asked of. */
export type ReferenceDb = Kysely<Database>;
export type ReferenceTransaction = Transaction<Database>;
