import {
  CompiledQuery,
  Kysely,
  type KyselyPlugin,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  type Transaction,
} from 'kysely';
import type { ClientBase, Pool } from 'pg';

import type { Queryable } from '@atelier/postgres/transaction.ts';
import type { Sealing } from '@atelier/key-vault/row-sealing.ts';
import type { DataScope } from '@atelier/domain/shared/scope.ts';
import { PartOfPool } from './part-of-pool.ts';

/**
 * Every table the code reads or writes through Kysely. A slice adds its own beside their definition:
 * `declare module './database.ts' { interface Database { items: ItemTable } }` in `<slice>/<thing>.table.ts`.
 */
// oxlint-disable-next-line typescript/no-empty-interface, typescript/no-empty-object-type -- slices merge into it
export interface Database {}

/** The database as queries and commands use it. */
export type AppDb = Kysely<Database>;
export type AppTransaction = Transaction<Database>;

/**
 * Kysely over a pool. The pool stays the caller's to end. With the store's `sealing`, what is sealed in rows is opened as they
 * are read; without it, it stays sealed. It takes half of the pool's connections: within a transaction events, keys and files are
 * read over others (docs/decisions/0264). Never ask it within one of its transactions: that takes a second connection of its half.
 */
export function createDatabase(pool: Pool, sealing?: Sealing, most = halfOf(pool)): Kysely<Database> {
  const dialect = new PartOfPool(pool, most);
  const db = new Kysely<Database>({ dialect, plugins: pluginsOf(sealing) });
  pools.set(db, pool);
  return db;
}

const pools = new WeakMap<Kysely<Database>, Pool>();

/** The pool that a query builder has a part of. @throws Error for a transaction */
export function poolOf(db: Kysely<Database>): Pool {
  const pool = pools.get(db);
  if (pool === undefined) throw new Error('a transaction has no pool');
  return pool;
}

const halfOf = ({ options: { max } }: Pool): number => Math.max(1, Math.floor(max / 2));

/** Opens what is sealed in the rows of every result. */
class OpenedRows implements KyselyPlugin {
  readonly sealing: Sealing;

  constructor(sealing: Sealing) {
    this.sealing = sealing;
  }

  transformQuery({ node }: PluginTransformQueryArgs) {
    return node;
  }

  async transformResult({ result }: PluginTransformResultArgs) {
    const rows = await this.sealing.openRows(result.rows);
    return rows === result.rows ? result : { ...result, rows: [...rows] };
  }
}

/** The sealing of the database behind a query builder. @throws Error without one */
export function sealingOf<Tables>(db: Kysely<Tables>): Sealing {
  const plugin = db.getExecutor().plugins.find((each) => each instanceof OpenedRows);
  if (plugin === undefined) throw new Error('this database was opened without the sealing of a store');
  return plugin.sealing;
}

/** The plugins of a database whose rows are opened as they are read. */
export const pluginsOf = (sealing: Sealing | undefined): KyselyPlugin[] =>
  sealing === undefined ? [] : [new OpenedRows(sealing)];

/** Kysely as the event store asks for a database: SQL with $1 parameters. */
export const queryable = (db: Kysely<Database>): Queryable => ({
  query: <Row extends object>(text: string, values: unknown[] = []) =>
    db.executeQuery<Row>(CompiledQuery.raw(text, values)),
});

/**
 * Runs `work` in a transaction that sees only what the scope allows: row-level security reads the settings made here, and
 * they end with the transaction. Without it a session sees no scoped row at all. The first query leaves with the
 * beginning: were that refused, PostgreSQL would refuse every query after it.
 */
export function inScope<T>(
  db: Kysely<Database>,
  scope: DataScope,
  work: (trx: Transaction<Database>) => Promise<T>,
): Promise<T> {
  return db.connection().execute(async (connection) => {
    const begun = sendBegin(connection, scope);
    // Where it fails, so does the first query.
    begun.catch(() => undefined);
    try {
      // A connection between BEGIN and COMMIT is a transaction; Kysely itself would take a round trip more to begin it.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      const result = await work(connection as Transaction<Database>);
      await begun;
      await connection.executeQuery(COMMIT);
      return result;
    } catch (error) {
      await connection.executeQuery(ROLLBACK).catch(() => undefined);
      throw error;
    }
  });
}

/** Settles once the transaction has begun. The connection can be asked at once: its answers come in order. */
async function sendBegin(connection: Kysely<Database>, scope: DataScope): Promise<unknown> {
  const begin = CompiledQuery.raw(beginIn(scope));
  const [begun] = await connection
    .getExecutor()
    .provideConnection((raw) => Promise.resolve([raw.executeQuery(begin)] as const));
  return begun;
}

/** A query that was sent and not waited for. */
interface SentQuery<Row> {
  readonly rows: Promise<readonly Row[]>;
  /** False when the session did not begin or end the transaction as asked: its state is unknown. Never rejects. */
  readonly isClean: Promise<boolean>;
}

/**
 * Sends one prepared query in such a transaction, and waits for nothing: begin, query and commit leave together. The
 * session keeps its plan whatever the values: planning costs a read of few rows more than reading them.
 */
export function sendInScope<Row>(
  client: ClientBase,
  scope: DataScope,
  query: CompiledQuery<Row>,
): SentQuery<Row> {
  const settled = Promise.allSettled([
    client.query(`${beginIn(scope)}, ${KEEP_PLAN}`),
    client.query<Row & object>(query.sql, [...query.parameters]),
    client.query('commit'),
  ]);
  const rows = settled.then(([beginning, result]) => {
    if (beginning.status === 'rejected') throw beginning.reason;
    if (result.status === 'rejected') throw result.reason;
    return result.value.rows;
  });
  const isClean = settled.then(([beginning, , end]) => ![beginning.status, end.status].includes('rejected'));
  return { rows, isClean };
}

/** One prepared query in such a transaction, in one round trip. */
export async function readInScope<Row>(
  pool: Pool,
  scope: DataScope,
  query: CompiledQuery<Row>,
): Promise<readonly Row[]> {
  const client = await pool.connect();
  const { rows, isClean } = sendInScope(client, scope, query);
  void isClean.then((clean) => client.release(!clean));
  return rows;
}

const KEEP_PLAN = `set_config('plan_cache_mode', 'force_generic_plan', true)`;
const COMMIT = CompiledQuery.raw('commit');
const ROLLBACK = CompiledQuery.raw('rollback');

/** Begin and settings in one round trip. Kinds are words of ours and sites are whole numbers: nothing to quote. */
function beginIn(scope: DataScope): string {
  const site = 'siteId' in scope ? String(Math.trunc(scope.siteId)) : '';
  return `begin; select set_config('app.scope_kind', '${scope.kind}', true), set_config('app.scope_site', '${site}', true)`;
}
