import { randomUUID } from 'node:crypto';
import type { RecordedEvent } from '@atelier/domain/recorded.ts';
import { appendBatch } from '@atelier/event-store/append/append-batch.ts';
import type { DomainEvent, EventMetadata, Idempotency } from '@atelier/event-store/types.ts';
import { CompiledQuery, sql, type Kysely, type Transaction } from 'kysely';
import type { Database } from '../../platform/database.ts';

export interface StreamEvents {
  readonly streamId: string;
  readonly expectedVersion: number;
  readonly events: readonly DomainEvent[];
}

export interface AppendedIn {
  readonly metadata: EventMetadata;
  readonly idempotency?: Idempotency | undefined;
}

/**
 * The append's own statement in a transaction that writes other tables: both are kept or neither. The last one, because readers of the
 * log wait for it; events with nothing personal, which no key seals. Answers the position of the last event.
 */
export async function appendIn(
  trx: Transaction<Database>,
  streams: readonly StreamEvents[],
  { metadata, idempotency }: AppendedIn,
): Promise<number> {
  const encoded = streams.map(({ streamId, expectedVersion, events }) => ({
    streamId,
    expectedVersion,
    events: events.map(({ type, data }) => [randomUUID(), type, 1, data] as const),
    row: undefined,
  }));
  const [settled] = await appendBatch(clientOf(trx), [{ streams: encoded, metadata, idempotency }]);
  if (settled === undefined || settled instanceof Error) throw settled ?? new Error('nothing was appended');
  return settled.position;
}

/** Kysely's transaction as the append knows a connection. */
function clientOf(trx: Transaction<Database>): Parameters<typeof appendBatch>[0] {
  const query = async ({ text, values }: { text: string; values: readonly unknown[] }) =>
    trx.executeQuery(CompiledQuery.raw(text, [...values]));
  // The driver's own signature has seven overloads; the append uses this one.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return { query } as unknown as Parameters<typeof appendBatch>[0];
}

/** One writer of a stream at a time, until the transaction ends. Answers the stream's version. */
export async function lockStream(trx: Transaction<Database>, streamId: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`recorded ${streamId}`}, 0))`.execute(trx);
  const { rows } = await sql<{ version: number }>`
    select version from public.streams where stream_id = ${streamId}`.execute(trx);
  return rows[0]?.version ?? 0;
}

/** The last event of a stream of records, and the stream's version. */
export async function lastRecord<Event extends RecordedEvent>(
  db: Kysely<Database>,
  streamId: string,
): Promise<
  { readonly version: number; readonly position: number; readonly data: Event['data'] } | undefined
> {
  const { rows } = await sql<{ version: number; position: number; data: Event['data'] }>`
    select version, position, data from public.events
     where stream_id = ${streamId} order by version desc limit 1`.execute(db);
  return rows[0];
}

/** Who records what the system does for itself. */
export const systemMetadata = (now: Date): EventMetadata => ({
  actor: { id: 'system', kind: 'system' },
  commandId: randomUUID(),
  occurredAt: now.toISOString(),
});
