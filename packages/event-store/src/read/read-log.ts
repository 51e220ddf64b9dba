import { DatabaseError } from 'pg';
import type { Pool } from 'pg';
import { ArchivedHistory } from '../errors.ts';
import type { EventCodec } from '../registry/event-codec.ts';
import type { EventRow, Horizon, LogBatch, ReadLogRequest } from '../types.ts';

const statement = {
  name: 'read_log',
  text: 'select epoch, horizon, (event).* from read_log($1, $2, $3)',
};

type LogRow = { readonly epoch: string; readonly horizon: number } & (EventRow | { readonly position: null });

/** Reads the log from a position on, never past the horizon, in the one final order. @throws ArchivedHistory */
export async function readLog(pool: Pool, codec: EventCodec, request: ReadLogRequest): Promise<LogBatch> {
  const { after, limit, types } = request;
  const { rows } = await pool
    .query<LogRow>({ ...statement, values: [after, limit, types ?? null] })
    .catch((error: unknown) => {
      throw archivedIn(error, after) ?? error;
    });
  const [first] = rows;
  if (first === undefined) throw new Error('the log has no horizon: run the migrations');
  const events = await codec.decode(rows.filter((row) => row.position !== null));
  const horizon = { epoch: first.epoch, position: first.horizon };
  const full = events.length === limit;
  return {
    events,
    horizon,
    next: full ? (events.at(-1)?.position ?? after) : Math.max(after, horizon.position),
  };
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
 * The news of a log, read once for all tails of this process that stand at the same position, whatever types each asks for. For
 * tails at the end of the log: far behind it, most of what is read would be passed over.
 */
export function shareReads(readLog: ReadLog): ReadLog {
  const underWay = new Map<string, Promise<LogBatch>>();
  const readAll = (after: number, limit: number): Promise<LogBatch> => {
    const place = `${after}/${limit}`;
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
