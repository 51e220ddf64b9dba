import { verifyChain } from '@atelier/transparency-log/chain/verify-chain.ts';
import type { Pool } from 'pg';

/** What the log itself must show after any fault: no gap along a stream, every hash right, no row behind its stream. */
export async function logFaults(pool: Pool): Promise<string[]> {
  const chain = await verifyChain(pool, 'all');
  const broken = chain.ok ? [] : [`${chain.streamId} at ${chain.position}: ${chain.reason}`];
  return [...broken, ...(await gapsAlongStreams(pool)), ...(await rowsBehind(pool))];
}

async function gapsAlongStreams(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ stream_id: string }>(
    `select stream_id from events group by stream_id
     having count(*) <> max(version) or min(version) <> 1 or count(distinct version) <> count(*)`,
  );
  return rows.map(({ stream_id }) => `${stream_id}: its versions have a gap`);
}

/** The inline row is written in the append's transaction: it can be neither behind nor ahead. */
async function rowsBehind(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ id: number }>(
    `select r.id from item_row r join streams s on s.stream_id = 'item-' || r.id
      where r.version <> s.version or r.position <> s.last_position`,
  );
  return rows.map(({ id }) => `item ${id}: its row is not at its stream's version`);
}
