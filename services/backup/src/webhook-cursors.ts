import type { Client } from 'pg';

/** How far an endpoint had come in the database that a restore puts aside. */
interface WebhookCursor {
  readonly id: number;
  readonly position: number;
  readonly starts: number;
  readonly jumps: number;
}

export interface WebhookCursors {
  readonly cursors: readonly WebhookCursor[];
  /** Of the event that the restored log ends with. */
  readonly hash: string | undefined;
}

const HASH = `select encode(hash, 'hex') as hash from events where position = $1`;

async function hashAt(client: Client, position: number): Promise<string | undefined> {
  const { rows } = await client.query<{ hash: string }>(HASH, [position]);
  return rows[0]?.hash;
}

/** The cursors of a database, and the event at a position by which another one is known to continue it. */
export async function readWebhookCursors(client: Client, position: number): Promise<WebhookCursors> {
  const { rows } = await client.query<WebhookCursor>(
    'select webhook_id::int as id, position::float8 as position, starts, jumps from webhook_cursors',
  );
  return { cursors: rows, hash: await hashAt(client, position) };
}

/**
 * Moves the cursors of a restored database to where the one before it had come, up to the end of the restored log: what was delivered
 * of it is not sent again. Only where both logs hold the same event there, and for endpoints that no person changed since. Answers how many.
 */
export async function advanceWebhookCursors(
  client: Client,
  position: number,
  { cursors, hash }: WebhookCursors,
): Promise<number> {
  if (hash === undefined || hash !== (await hashAt(client, position))) return 0;
  const { rowCount } = await client.query(
    `update webhook_cursors c set position = least(o.position, $2)
       from jsonb_to_recordset($1::jsonb) o (id bigint, position bigint, starts integer, jumps integer)
      where c.webhook_id = o.id and c.starts = o.starts and c.jumps = o.jumps and c.position < least(o.position, $2)`,
    [JSON.stringify(cursors), position],
  );
  return rowCount ?? 0;
}
