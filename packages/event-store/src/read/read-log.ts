import { DatabaseError } from 'pg';
import type { Pool } from 'pg';
import { ArchivedHistory } from '../errors.ts';
import type { EventCodec, EventRow } from '../registry/event-codec.ts';
import type { Horizon, LogBatch, ReadLogRequest } from '../types.ts';

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
