import { DatabaseError, type Pool } from 'pg';
import { EpochChanged } from '../errors.ts';
import { ArchivedHistory } from '@atelier/transparency-log/archive/archived-history.ts';
import type { EventCodec } from '../registry/event-codec.ts';
import type { EventRow, LogBatch } from '../types.ts';
import type { Horizon, LogCursor, ReadLogRequest } from '../log-requests.ts';

const statement = {
  name: 'read_log',
  text: 'select epoch, horizon, (event).* from read_log($1, $2, $3)',
};

type LogRow = { readonly epoch: string; readonly horizon: number } & (EventRow | { readonly position: null });

/** Reads the log from a cursor on, never past the horizon, in the one final order. @throws EpochChanged, ArchivedHistory */
export async function readLog(pool: Pool, codec: EventCodec, request: ReadLogRequest): Promise<LogBatch> {
  const { after, limit, types } = request;
  const from = after === 0 ? 0 : after.position;
  const { rows } = await pool
    .query<LogRow>({ ...statement, values: [from, limit, types ?? null] })
    .catch((error: unknown) => {
      throw archivedIn(error, from) ?? error;
    });
  const [first] = rows;
  if (first === undefined) throw new Error('the log has no horizon: run the migrations');
  const horizon = { epoch: first.epoch, position: first.horizon };
  if (after !== 0 && (after.epoch !== horizon.epoch || after.position > horizon.position))
    throw new EpochChanged(after, horizon);
  const events = await codec.decode(rows.filter((row) => row.position !== null));
  const last = events.length === limit ? events.at(-1) : undefined;
  return { events, horizon, next: last ? { epoch: horizon.epoch, position: last.position } : horizon };
}

function archivedIn(error: unknown, after: number): ArchivedHistory | undefined {
  if (!(error instanceof DatabaseError) || error.code !== 'AT410') return undefined;
  return new ArchivedHistory(`events after position ${after}`, error.detail ?? '');
}

/** The horizon as published. */
export async function readHorizon(pool: Pool): Promise<Horizon> {
  const { rows } = await pool.query<Horizon>('select epoch, position from log_horizon');
  if (rows[0] === undefined) throw new Error('the log has no horizon: run the migrations');
  return rows[0];
}

type ReadLog = (request: ReadLogRequest) => Promise<LogBatch>;

/**
 * New events of a log, read once for all tails of this process at the same position, for all their types. For
 * tails at the end of the log: far behind it, most of what is read would be passed over.
 */
export function shareReads(readLog: ReadLog): ReadLog {
  const underWay = new Map<string, Promise<LogBatch>>();
  const readAll = (after: LogCursor | 0, limit: number): Promise<LogBatch> => {
    const place = after === 0 ? `${limit}` : `${after.epoch}/${after.position}/${limit}`;
    const reading =
      underWay.get(place) ?? readLog({ after, limit }).finally(() => void underWay.delete(place));
    underWay.set(place, reading);
    return reading;
  };
  return async ({ after, limit, types }) => {
    const batch = await readAll(after, limit);
    if (types === undefined) return batch;
    return { ...batch, events: batch.events.filter(({ type }) => types.includes(type)) };
  };
}
