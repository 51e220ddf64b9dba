import { escapeIdentifier, type PoolClient } from 'pg';

// Each hash again from what the table holds, as the chain's own check does it. What comes before a stream's first
// event in the block lies in an earlier block, or is the newest one of the log's. The block is read first and by
// itself: asked for in the order of streams, PostgreSQL walked the whole index of streams for every block, so that each
// one cost more than the one before it.
const misfitSql = (log: string) => `
  with block as materialized (select * from ${log} e where position between $2 and $3),
  chained as (select *, lag(hash) over (partition by stream_id order by version) as previous from block)
  select stream_id, version from chained e
  where hash <> event_hash(
    coalesce(previous,
      (select o.hash from ${log} o
        where o.stream_id = e.stream_id and o.version = e.version - 1 and o.position between $1 and $2),
      (select s.last_hash from streams s where s.stream_id = e.stream_id and s.version = e.version - 1), ''),
    position, recorded_at, version, schema_version, event_id, stream_id, type, data, metadata)
  limit 1`;

/** Positions of a block of imported events, and of the import's very first one. */
export interface Block {
  readonly first: number;
  readonly from: number;
  readonly to: number;
}

/**
 * Has the database make every hash of a block again: what this process printed and what the table holds are the
 * same, or nothing is imported.
 */
export async function checkImported(client: PoolClient, { first, from, to }: Block): Promise<void> {
  if (to < from) return;
  const tables = await partitionsOf(client, first, to);
  const { rows } = await client.query<{ stream_id: string; version: number }>({
    name: `check ${tables[0]} to ${tables.at(-1)}`,
    text: misfitSql(
      `(${tables.map((name) => `select * from ${escapeIdentifier(name)}`).join(' union all ')})`,
    ),
    values: [first, from, to],
  });
  const [misfit] = rows;
  if (misfit !== undefined)
    throw new Error(
      `event ${misfit.version} of ${misfit.stream_id} does not fit its hash: nothing was imported`,
    );
}

/** By name: asked for the log as a whole, PostgreSQL would lock its default partition too, and no further ones could be made. */
async function partitionsOf(client: PoolClient, first: number, last: number): Promise<readonly string[]> {
  const { rows } = await client.query<{ table_name: string }>(
    `select table_name from event_partitions where upper_position > $1 and lower_position <= $2 order by lower_position`,
    [first, last],
  );
  return rows.map(({ table_name }) => table_name);
}
