import type { CatalogueTables } from './catalogue.table.ts';
import type { CustomersTables } from './customers.table.ts';
import type { PlacesTables } from './places.table.ts';
import type { RepairTables } from './repair.table.ts';

export interface ReferenceTables extends PlacesTables, CatalogueTables, RepairTables, CustomersTables {}

declare module '../platform/database.ts' {
  interface Database extends ReferenceTables {}
}
