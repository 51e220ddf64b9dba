import { isLockConflict } from '@atelier/postgres/lock-conflict.ts';
import type { Pool, PoolClient } from 'pg';
import { ArchivedHistory } from '@atelier/transparency-log/archive/archived-history.ts';
import type { EventStore } from '../types.ts';
import type { ProjectionDatabase } from './projection-database.ts';
import type { Queryable } from '@atelier/postgres/transaction.ts';

/** A row of migrations/0007_projections_and_policies.sql. */
export interface RebuildTable {
  name: string;
  phase: 'bulk' | 'index' | 'catch_up';
  position: number;
  cursor: string;
  started_at: Date;
}

/** What a rebuild works with. */
export interface RebuildTools<Transaction> {
  /** Sessions of the tables' owner: makes and swaps tables. */
  readonly owner: Pool;
  /** Writes the rows. */
  readonly projector: ProjectionDatabase<Transaction>;
  readonly store: Pick<EventStore, 'readLog' | 'readLoggedStreams' | 'advanceHorizon' | 'sealing'>;
  /** Events (by log) or streams (by stream) per transaction; 10,000 and 1,000 or 2,000 by default. */
  readonly batchSize?: number;
  /** Chunks of streams at work at once, `PARALLEL` by default. */
  readonly parallel?: number;
  /** Called now and then with how far it is. */
  readonly onProgress?: (progress: RebuildProgress) => void;
}

export const PARALLEL = 3;

/** Of the tools, what is needed to make and swap tables. */
interface RebuildSessions {
  readonly owner: Pool;
  readonly projector: { readonly pool: Pool };
}

export interface RebuildProgress {
  readonly name: string;
  readonly phase: 'bulk' | 'index' | 'catch_up' | 'swapped';
  /** Events folded or streams written so far, by this run. */
  readonly done: number;
  readonly position: number;
}

/** Where an interrupted rebuild stands; a new one gets empty tables beside the live ones, and position 0. @throws ArchivedHistory */
export async function beginRebuild(
  tools: RebuildSessions,
  name: string,
  tables: readonly string[],
  position: () => Promise<number>,
): Promise<RebuildTable> {
  await refuseArchived(tools.projector.pool);
  const before = await rebuildState(tools.projector.pool, name);
  if (before !== undefined) return before;
  const from = await position();
  await asOwner(tools.owner, async (client) => {
    await client.query('select rebuild_prepare($1)', [tables]);
    await copyComments(client, tables);
    await client.query(`insert into projection_rebuilds (name, phase, position) values ($1, 'bulk', $2)`, [
      name,
      from,
    ]);
  });
  return { name, phase: 'bulk', position: from, cursor: '', started_at: new Date() };
}

/** Rows made from a log that lacks events would be wrong without a sign of it. */
async function refuseArchived(db: Queryable): Promise<void> {
  const { rows } = await db.query<{ name: string }>('select name from event_archives order by 1');
  const [first] = rows;
  if (first !== undefined)
    throw new ArchivedHistory('events that a rebuild needs', rows.map(({ name }) => name).join(', '));
}

/** `create table … like` copies the comments of columns, not the table's own. */
async function copyComments(client: PoolClient, tables: readonly string[]): Promise<void> {
  const { rows } = await client.query<{ statement: string }>(
    `select format('comment on table rebuild.%I is %L', c.relname, d.description) as statement
       from unnest($1::text[]) name
       join pg_class c on c.oid = format('public.%I', name)::regclass
       join pg_description d on d.classoid = 'pg_class'::regclass and d.objoid = c.oid and d.objsubid = 0`,
    [tables],
  );
  for (const { statement } of rows) await client.query(statement);
}

export async function rebuildState(db: Queryable, name: string): Promise<RebuildTable | undefined> {
  const { rows } = await db.query<RebuildTable>('select * from projection_rebuilds where name = $1', [name]);
  return rows[0];
}

/** Names of all rebuilds under way. */
export async function rebuildNames(db: Queryable): Promise<ReadonlySet<string>> {
  const { rows } = await db.query<{ name: string }>('select name from projection_rebuilds');
  return new Set(rows.map(({ name }) => name));
}

/** After the bulk: indexes and the rest of the constraints. Safe to repeat. */
export async function indexRebuild(
  tools: RebuildSessions,
  name: string,
  tables: readonly string[],
): Promise<void> {
  await tools.projector.pool.query(`update projection_rebuilds set phase = 'index' where name = $1`, [name]);
  await asOwner(tools.owner, async (client) => {
    await client.query(`set local maintenance_work_mem = '256MB'`);
    await client.query('select rebuild_index($1)', [tables]);
    await client.query(`update projection_rebuilds set phase = 'catch_up' where name = $1`, [name]);
  });
}

/** A transaction of the owner, without the time-outs that requests live under. */
export async function asOwner<T>(owner: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await owner.connect();
  try {
    await client.query(
      `begin; set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0`,
    );
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}

/** Statements that follow in this transaction name the tables being built. */
export const besideLive = (client: PoolClient): Promise<unknown> =>
  client.query('set local search_path to rebuild, public');

const swapTries = 10;

/**
 * Runs a swap, again when a reader holds the old table for too long: a waiter for such a lock makes all others
 * wait behind, so each try gives up early.
 */
export async function retrySwap(swap: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await swap();
    } catch (error) {
      if (!isLockConflict(error) || attempt === swapTries) throw error;
    }
  }
}
