import { createHash } from 'node:crypto';
import type { ClientBase, Pool } from 'pg';

/** A pool or a client of the driver itself: it hands out values as the server printed them. */
export type RawQueryable = Pick<Pool | ClientBase, 'query'>;

/** An event as its table holds it. Every value is the server's own text of it: no function of the database has made it. */
export interface RawEvent {
  readonly position: string;
  readonly recorded_at: string;
  readonly version: string;
  readonly schema_version: string;
  readonly event_id: string;
  readonly stream_id: string;
  readonly type: string;
  readonly data: string;
  readonly metadata: string;
  /** `\x` and hexadecimal. */
  readonly hash: string;
}

/** Of `public.events e`. */
export const RAW_COLUMNS =
  'e.position, e.recorded_at, e.version, e.schema_version, e.event_id, e.stream_id, e.type, e.data, e.metadata, e.hash';

const asPrinted = { getTypeParser: () => (text: string) => text };

/**
 * Rows whose columns are the server's text of each value, null where there is none. Verifying reads columns of tables this way and computes here:
 * functions and casts of the database that is verified may have been replaced.
 */
export async function readRaw<Row extends object>(
  db: RawQueryable,
  text: string,
  values: unknown[] = [],
): Promise<readonly Row[]> {
  const { rows } = await db.query<Row>({ text, values, types: asPrinted });
  return rows;
}

/**
 * The hash of an event in hexadecimal: SHA-256 over the hash of the event before it in its stream (`''` for the first) and a line for each column, as
 * `event_hash` of migrations/0004_append_events.sql writes it.
 */
export function hashOfEvent(previous: string, event: RawEvent): string {
  const { position, recorded_at, version, schema_version, event_id, stream_id, type, data, metadata } = event;
  const lines = [
    position,
    microseconds(recorded_at),
    version,
    schema_version,
    event_id,
    stream_id,
    type,
    data,
    metadata,
  ];
  return createHash('sha256').update(Buffer.from(previous, 'hex')).update(lines.join('\n')).digest('hex');
}

export const hexOf = (bytea: string): string => bytea.slice(2);

const ISO_UTC = /^(\d{4})-(\d\d)-(\d\d) (\d\d):(\d\d):(\d\d)(?:\.(\d{1,6}))?\+00$/;

/** Since 1970. A moment that is not printed in ISO and UTC, as the pool's sessions print it, is no number and fits no hash. */
export function microseconds(moment: string): string {
  const [, year, month, day, hour, minute, second, fraction = ''] = ISO_UTC.exec(moment) ?? [];
  if (year === undefined) return moment;
  const ms = Date.UTC(
    Number(year),
    Number(month) - 1,
    Number(day),
    Number(hour),
    Number(minute),
    Number(second),
  );
  return String(BigInt(ms) * 1_000n + BigInt(fraction.padEnd(6, '0')));
}
