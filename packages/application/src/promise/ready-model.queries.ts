import { READY_MODEL_STREAM, type ReadyModelFitted } from '@atelier/domain/promise/events.ts';
import { sql, type Kysely } from 'kysely';
import type { Database } from '../platform/database.ts';

export type ModelInForce = ReadyModelFitted['data'] & { readonly position: number; readonly eventId: string };

/** The last one of each database, so that its version alone is read for every deposit and event. */
const known = new WeakMap<Kysely<Database>, ModelInForce>();

/** The newest model; null before the first. */
export async function modelInForce(db: Kysely<Database>): Promise<ModelInForce | null> {
  const { rows } = await sql<Newest>`
    select position, event_id from public.events where stream_id = ${READY_MODEL_STREAM}
     order by version desc limit 1`.execute(db);
  const [newest] = rows;
  if (newest === undefined) return null;
  const before = known.get(db);
  return before?.eventId === newest.event_id ? before : readModel(db, newest);
}

interface Newest {
  readonly position: number;
  readonly event_id: string;
}

async function readModel(
  db: Kysely<Database>,
  { position, event_id: eventId }: Newest,
): Promise<ModelInForce | null> {
  const { rows } = await sql<{ data: ReadyModelFitted['data'] }>`
    select data from public.events where stream_id = ${READY_MODEL_STREAM} and position = ${position}`.execute(
    db,
  );
  const data = rows[0]?.data;
  if (data === undefined) return null;
  const model = { ...data, position, eventId };
  known.set(db, model);
  return model;
}
