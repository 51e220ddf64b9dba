import type { PoolClient } from 'pg';
import type { Runner } from './assign-projections.ts';

/** Advisory lock (this key, id of the runner) of the session on which a runner stays … */
const stayLock = 4_715_030;
/** … and of each transaction in which it writes. All are shared: they show that a runner exists, and never block. */
export const writeLock = 4_715_031;
/** As one number: releases before the leases let one process lead all, which held this lock alone. */
const oneLeaderLock = 4_715_030;

export interface SeenRunner extends Runner {
  /** Host and process. */
  readonly name: string;
  readonly beat: number;
  /** Whether its session is open. A machine that is gone without a word keeps it for a while. */
  readonly isConnected: boolean;
}

export interface Leases {
  readonly runners: readonly SeenRunner[];
  /** By the projection's name; a projection that never had a leader is missing. */
  readonly leaders: ReadonlyMap<string, number>;
}

/** Whether every process that leads is of a release with leases; holds on to it as long as the session is open. */
export async function mayJoin(client: PoolClient): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>(
    'select pg_try_advisory_lock_shared($1::bigint) as taken',
    [oneLeaderLock],
  );
  return rows[0]?.taken === true;
}

/** Enters a runner, whose stay ends with this session at the latest. Makes checkpoints that are not there yet. */
export async function join(
  client: PoolClient,
  name: string,
  projections: readonly string[],
): Promise<number> {
  // What a crash of the server forgets of a lease is found out at the next beat.
  await client.query('set synchronous_commit = off');
  await client.query(
    `insert into projection_checkpoints (name, position, parked, updated_at)
     select name, 0, 0, clock_timestamp() from unnest($1::text[]) name on conflict do nothing`,
    [projections],
  );
  const { rows } = await client.query<{ id: number }>(
    `with joined as (insert into projection_runners (name, projections) values ($1, $2) returning id)
     select id, pg_advisory_lock_shared($3, id) from joined`,
    [name, projections, stayLock],
  );
  if (rows[0] === undefined) throw new Error('joining the runners of projections gave no id');
  return rows[0].id;
}

const beatSql = `
  with mine as (update projection_runners set beat = beat + 1 where id = $1 returning id),
  connected as materialized (
    select distinct objid::bigint as id from pg_locks
     where locktype = 'advisory' and classid = $2 and objsubid = 2 and granted
       and database = (select oid from pg_database where datname = current_database()))
  select
    exists (select from mine) as stays,
    (select coalesce(json_agg(json_build_object('id', r.id, 'name', r.name, 'beat', r.beat, 'projections', r.projections,
        'isConnected', c.id is not null)), '[]')
       from projection_runners r left join connected c using (id)) as runners,
    (select coalesce(json_agg(json_build_array(name, leader)), '[]')
       from projection_checkpoints where leader is not null) as leaders`;

/** Says that the runner goes on, and answers who leads what; undefined when the others took it out. */
export async function beat(client: PoolClient, id: number): Promise<Leases | undefined> {
  const { rows } = await client.query<{
    stays: boolean;
    runners: readonly SeenRunner[];
    leaders: readonly (readonly [string, number])[];
  }>(beatSql, [id, stayLock]);
  const [row] = rows;
  return row?.stays === true ? { runners: row.runners, leaders: new Map(row.leaders) } : undefined;
}

/** Takes out a runner that stood still at this beat; false when it went on meanwhile. Its leases are free from then on. */
export async function takeOut(client: PoolClient, { id, beat: seen }: SeenRunner): Promise<boolean> {
  const { rowCount } = await client.query('delete from projection_runners where id = $1 and beat = $2', [
    id,
    seen,
  ]);
  return rowCount === 1;
}

/**
 * Ends the sessions of a runner that was taken out, with the transactions that they hold open. As the login and not as the
 * projectors' role: ending sessions asks for the role that opened them.
 */
export async function endSessions(client: PoolClient, id: number): Promise<void> {
  await client.query({ name: 'end_sessions', text: endSessionsSql, values: [[stayLock, writeLock], id] });
}

const endSessionsSql = `
  with as_login as materialized (select set_config('role', 'none', true))
  select pg_terminate_backend(pid) from as_login, pg_locks
   where locktype = 'advisory' and classid = any($1::oid[]) and objid = $2 and objsubid = 2 and granted
     and database = (select oid from pg_database where datname = current_database())`;

/**
 * Takes the lease of each of these projections whose leader is no more; answers which ones. One in which a batch is being
 * written is left for the next beat: waiting for it would stop the runner's own beats.
 */
export async function takeLeases(
  client: PoolClient,
  id: number,
  names: readonly string[],
): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string }>(
    `with free as (
       select name from projection_checkpoints c
        where name = any($2) and not exists (select from projection_runners r where r.id = c.leader)
          for update skip locked)
     update projection_checkpoints c set leader = $1 from free
      where c.name = free.name and not exists (select from projection_runners r where r.id = c.leader)
      returning c.name`,
    [id, names],
  );
  return rows.map(({ name }) => name);
}

/** Gives these leases up. Only after the last write: the next holder begins at once. */
export async function giveUp(client: PoolClient, id: number, names: readonly string[]): Promise<void> {
  await client.query('update projection_checkpoints set leader = null where leader = $1 and name = any($2)', [
    id,
    names,
  ]);
}

/** Ends a runner's stay: everything it led is free. */
export async function leave(client: PoolClient, id: number): Promise<void> {
  await client.query('delete from projection_runners where id = $1', [id]);
}
