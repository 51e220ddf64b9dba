import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';

/** The reader of a naive event store: everything visible beyond the cursor. */
export async function readNaively(pool: Pool, seen: Set<number>, running: () => boolean): Promise<void> {
  for (let cursor = 0; running();) {
    const { rows } = await pool.query<{ position: number }>(
      'select position from events where position > $1 order by position',
      [cursor],
    );
    for (const { position } of rows) seen.add(position);
    cursor = rows.at(-1)?.position ?? cursor;
    await sleep(2);
  }
}

/** The oracle: only rows of transactions older than every running one, in the order of those transactions. */
export async function readAsOracle(pool: Pool, seen: number[], running: () => boolean): Promise<void> {
  const sql = `select position, xmin::text::bigint as xid from events
    where xmin::text::bigint < pg_snapshot_xmin(pg_current_snapshot())::text::bigint
      and (xmin::text::bigint, position) > ($1, $2) order by xmin::text::bigint, position`;
  let cursor = [0, 0];
  for (let more = true; more;) {
    // One more look after the end, when nothing is open any more.
    more = running();
    const { rows } = await pool.query<{ position: number; xid: number }>(sql, cursor);
    seen.push(...rows.map(({ position }) => position));
    const last = rows.at(-1);
    if (last !== undefined) cursor = [last.xid, last.position];
    if (more) await sleep(20);
  }
}
