import { DatabaseError, type ClientBase, type Pool } from 'pg';
import { AppendBusy, IdempotencyConflict, SubjectErased, WrongExpectedVersion } from '../errors.ts';
import type { AppendResult, EventMetadata, Idempotency, InlineRow, JsonObject } from '../types.ts';
import { InlineTables } from './inline-tables.ts';

/** An event ready to be stored: identified, versioned, personal fields sealed. */
export type EncodedEvent = readonly [id: string, type: string, schemaVersion: number, data: object];

export interface EncodedStream {
  readonly streamId: string;
  readonly expectedVersion: number;
  readonly events: readonly EncodedEvent[];
  readonly row: InlineRow | undefined;
}

/** One command's worth of events: all of its streams are written, or none. */
export interface EncodedCommand {
  readonly streams: readonly EncodedStream[];
  /** null where nothing is to be written. */
  readonly metadata: EventMetadata | null;
  /** Persons whose keys sealed something of it: an append that still remembers an erased one is refused. */
  readonly persons?: readonly string[];
  readonly idempotency: (Idempotency & { readonly answer?: JsonObject }) | undefined;
}

/** The position of the command's last event, or why it has none. */
type Outcome =
  | number
  | {
      readonly o: 'replayed';
      readonly p: number;
      readonly v: Record<string, number>;
      readonly a: JsonObject | null;
    }
  | { readonly o: 'reused' }
  | { readonly o: 'busy'; readonly s: number | null }
  | { readonly o: 'none' }
  | { readonly o: 'conflict'; readonly s: number; readonly v: number };

export type Settled = AppendResult | Error;

const statement = {
  name: 'append_events',
  text: 'select append_events($1,$2,$3,$4,$5,$6,$7,$8,$9,$10,$11,$12,$13,$14,$15,$16) as outcomes',
};

/**
 * Sends commands in one statement and one commit; answers one result or error per command.
 * The statement itself failing (a lost race, a row no table takes, a lost connection) throws for all of them.
 * On a client the statement is sent before this returns.
 */
export async function appendBatch(
  client: Pick<Pool | ClientBase, 'query'>,
  commands: readonly EncodedCommand[],
  tables = new InlineTables(),
): Promise<readonly Settled[]> {
  const streamIds = orderedStreamIds(commands);
  const values = [...columnsOf(commands, streamIds, tables)];
  const { rows } = await client.query<{ outcomes: readonly Outcome[] }>({ ...statement, values });
  const outcomes = rows[0]?.outcomes ?? [];
  return commands.map((command, index) => settle(command, streamIds, outcomes[index]));
}

/** True when the server said that nothing of the statement was kept, so that it may be sent again. */
export function isRolledBack(error: unknown): error is DatabaseError {
  // Broken connections (08), shutdowns (57P) and server faults (58, XX) leave the outcome unknown.
  return error instanceof DatabaseError && !/^(08|57P|58|XX)/.test(error.code ?? '08');
}

/** The error of one command on its own: what the database says of an erased person is said as such. */
export function refusalOf(error: unknown): Error {
  if (error instanceof DatabaseError && error.code === 'AT410') return new SubjectErased(error.detail ?? '');
  return error instanceof Error ? error : new Error(String(error));
}

/** True when the same statement may succeed later: a lock was not had in time, a new stream was made by another append, or a partition came between. */
export function isPassing(error: DatabaseError): boolean {
  return ['55P03', 'AT409', '40P01'].includes(error.code ?? '') || isOutOfPartition(error);
}

/** The row was routed to the partition for the rest while another one was attached for its position. */
const isOutOfPartition = ({ code, table, constraint }: DatabaseError): boolean =>
  code === '23514' && table === 'events_default' && constraint === undefined;

function orderedStreamIds(commands: readonly EncodedCommand[]): readonly string[] {
  const ids = new Set(commands.flatMap((command) => command.streams.map((stream) => stream.streamId)));
  // Stream ids are ASCII, where code unit order is the byte order in which the database locks.
  return [...ids].sort((a, b) => (a < b ? -1 : 1));
}

/** The arguments of append_events; migrations/repeatable/append_events.sql says what each of them holds. */
function columnsOf(
  commands: readonly EncodedCommand[],
  streamIds: readonly string[],
  tables: InlineTables,
): readonly unknown[] {
  const numbers = new Map(streamIds.map((id, index) => [id, index + 1]));
  const entries = commands.flatMap((command) => command.streams);
  const events = entries.flatMap((entry) => entry.events);
  const rows = entries.map(({ row }) => row && tables.sent(row));
  const withRows = rows.some((row) => row !== undefined);
  const withKeys = commands.some((command) => command.idempotency !== undefined);
  const named = [...new Set(commands.flatMap(({ persons = [] }) => persons))];
  return [
    streamIds,
    JSON.stringify(commands.map((command) => command.metadata)),
    runningTotals(commands.map((command) => command.streams.length)),
    entries.map((entry) => numbers.get(entry.streamId)),
    entries.map((entry) => entry.expectedVersion),
    runningTotals(entries.map((entry) => entry.events.length)),
    events.map(([id]) => id),
    events.map(([, type]) => type),
    events.map(([, , schemaVersion]) => schemaVersion),
    JSON.stringify(events.map(([, , , data]) => data)),
    withRows ? rows.map((row) => row?.[0] ?? null) : null,
    withRows ? JSON.stringify(rows.map((row) => row?.[1] ?? null)) : null,
    withKeys ? commands.map((command) => command.idempotency?.person ?? null) : null,
    withKeys ? commands.map((command) => command.idempotency?.key ?? null) : null,
    withKeys ? JSON.stringify(commands.map(useOf)) : null,
    named.length > 0 ? named : null,
  ];
}

function useOf({ streams, idempotency }: EncodedCommand): object | null {
  if (idempotency === undefined) return null;
  return { f: idempotency.fingerprint, v: versionsAfter(streams), a: idempotency.answer ?? null };
}

function runningTotals(counts: readonly number[]): readonly number[] {
  let total = 0;
  return counts.map((count) => (total += count));
}

function settle(
  command: EncodedCommand,
  streamIds: readonly string[],
  outcome: Outcome | undefined,
): Settled {
  if (outcome === undefined) return new Error('the append answered too few outcomes');
  if (typeof outcome === 'number') return { position: outcome, versions: versionsAfter(command.streams) };
  switch (outcome.o) {
    case 'replayed':
      return {
        position: outcome.p,
        versions: outcome.v,
        replayed: true,
        ...(outcome.a !== null && { answer: outcome.a }),
      };
    case 'reused':
      return new IdempotencyConflict();
    case 'busy':
      return new AppendBusy('stream_busy');
    case 'none':
      return { position: 0, versions: {} };
    case 'conflict':
      return conflictOf(command, streamIds[outcome.s - 1] ?? '', outcome.v);
  }
}

function conflictOf(command: EncodedCommand, streamId: string, actual: number): WrongExpectedVersion {
  const stream = command.streams.find((candidate) => candidate.streamId === streamId);
  return new WrongExpectedVersion(streamId, stream?.expectedVersion ?? 0, actual);
}

function versionsAfter(streams: readonly EncodedStream[]): Readonly<Record<string, number>> {
  return Object.fromEntries(
    streams.map((stream) => [stream.streamId, stream.expectedVersion + stream.events.length]),
  );
}
