import { createHash } from 'node:crypto';
import type { PoolClient } from 'pg';

const atOnce = 2_000;

/** Rows of a query, some at a time, however many there are. */
export async function* pagesOf<Row extends object>(
  client: PoolClient,
  sql: string,
  values: readonly unknown[],
): AsyncGenerator<readonly Row[]> {
  await client.query(`declare pages no scroll cursor for ${sql}`, [...values]);
  for (;;) {
    const { rows } = await client.query<Row>(`fetch ${atOnce} from pages`);
    if (rows.length === 0) break;
    yield rows;
  }
  await client.query('close pages');
}

export interface ChainEnds {
  readonly streams: number;
  /** Of all of them together, as their versions say. */
  readonly events: number;
  readonly chain: string;
}

/**
 * Where the hash chains of streams end, as the log holds it.
 * @param sql a query of `stream_id`, `version` and `hash`, by stream
 */
export async function chainEnds(
  client: PoolClient,
  sql: string,
  values: readonly unknown[] = [],
): Promise<ChainEnds> {
  const chain = createHash('sha256');
  let streams = 0;
  let events = 0;
  type Row = { readonly stream_id: string; readonly version: number; readonly hash: string };
  for await (const rows of pagesOf<Row>(client, sql, values))
    for (const { stream_id: id, version, hash } of rows) {
      chain.update(`${id} ${version} ${hash}\n`);
      streams += 1;
      events += version;
    }
  return { streams, events, chain: chain.digest('hex') };
}
