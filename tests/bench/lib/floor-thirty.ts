import { callerOf, type CommandInput } from '@atelier/api/http/caller.ts';
import { defineRoute } from '@atelier/api/http/route.ts';
import { rowResults } from '@atelier/api/http/row-results.ts';
import type { ApiSlice } from '@atelier/api/slices.ts';
import { itemStream } from '@atelier/domain/kernel.ts';
import { statusResponse } from '@atelier/contracts/repair/schema.ts';
import type { EventStore } from '@atelier/event-store/types.ts';
import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { z } from 'zod';

/** What the floor knows of a piece before it is asked. */
interface Known {
  readonly id: number;
  readonly version: number;
  readonly data: object;
}

const body = z.strictObject({ ids: z.array(z.number().int()).min(1).max(200), target: z.number().int() });

/** Without a chain: what hashing costs is the log's. */
const NO_HASH = Buffer.alloc(32);

/**
 * The least that moving many pieces can cost with these tables: the rows that an append writes (events, streams, item rows, key), by
 * plain statements in one transaction, with an answer of the same bytes. Nothing is read, decided, locked, hashed or checked.
 * `pool` is of a superuser: only the append may write these tables.
 */
export async function floorThirtySlice(
  pool: Pool,
  store: EventStore,
  ids: readonly number[],
): Promise<ApiSlice> {
  const known = new Map<number, Known>();
  for (const id of ids) known.set(id, await learn(store, id));
  const next = (id: number): Known => {
    const piece = known.get(id);
    if (piece === undefined) throw new Error(`the floor does not know item ${id}`);
    const moved = { ...piece, version: piece.version + 1 };
    known.set(id, moved);
    return moved;
  };
  return {
    name: 'floor-thirty',
    routes: (app) =>
      defineRoute(app, {
        method: 'POST',
        url: '/bench/floor-thirty',
        permission: 'session',
        scope: 'site',
        summary: 'The rows of a move of many, and an answer',
        body,
        response: statusResponse,
        handler: async (input) => {
          const pieces = input.body.ids.map(next);
          const position = await write(pool, input, pieces, input.body.target);
          const outcomeOf = ({ id, version }: Known) =>
            ({ ok: true, position, versions: { [itemStream(id)]: version } }) as const;
          const rows = pieces.map((piece) => ({ id: piece.id, outcome: outcomeOf(piece) }));
          return rowResults(rows, 'Moved.', { isList: true });
        },
      }),
  };
}

async function learn(store: EventStore, id: number): Promise<Known> {
  const { version, events } = await store.readStream(itemStream(id));
  const event = events.at(-1);
  if (event?.type !== 'ItemStatusChanged') throw new Error(`item ${id} was not moved last`);
  return { id, version, data: event.data };
}

const EVENTS = `
  insert into events (position, recorded_at, version, schema_version, event_id, stream_id, type, data, metadata, hash)
  select nextval('event_position'), clock_timestamp(), i.version, 1, i.event_id, i.stream, 'ItemStatusChanged', i.data, $5, $6
    from unnest($1::text[], $2::integer[], $3::uuid[], $4::jsonb[]) i (stream, version, event_id, data)`;
const STREAMS = `
  update streams s set version = i.version, last_position = currval('event_position'), last_hash = $3
    from unnest($1::text[], $2::integer[]) i (stream, version) where s.stream_id = i.stream`;
const ROWS = `
  update item_row r set status = $3, status_entered_at = clock_timestamp(), undo_until = clock_timestamp(), undo_by = $4,
         version = i.version, position = currval('event_position')
    from unnest($1::bigint[], $2::integer[]) i (id, version) where r.id = i.id`;
const KEY = `
  insert into handled_commands (person, key, fingerprint, position, versions, answer)
  values ($1, $2, $2, currval('event_position'), $3, null) returning position`;

/** The statements leave together: none needs the answer to another. */
async function write(
  pool: Pool,
  input: CommandInput,
  pieces: readonly Known[],
  target: number,
): Promise<number> {
  const { metadata } = callerOf(input);
  const client = await pool.connect();
  const run = (name: string, text: string, values: readonly unknown[]) =>
    client.query<{ position: number }>({ name, text, values: [...values] });
  const streams = pieces.map(({ id }) => itemStream(id));
  const versions = pieces.map(({ version }) => version);
  const versionsAfter = Object.fromEntries(pieces.map(({ id, version }) => [itemStream(id), version]));
  const events = [pieces.map(() => randomUUID()), pieces.map(({ data }) => data), metadata, NO_HASH];
  const ids = pieces.map(({ id }) => id);
  try {
    const [, , , , key] = await Promise.all([
      client.query('begin'),
      run('floor_events', EVENTS, [streams, versions, ...events]),
      run('floor_streams', STREAMS, [streams, versions, NO_HASH]),
      run('floor_rows', ROWS, [ids, versions, target, metadata.actor.id]),
      run('floor_key', KEY, ['bench', randomUUID(), versionsAfter]),
      client.query('commit'),
    ]);
    return key.rows[0]?.position ?? 0;
  } finally {
    client.release();
  }
}
