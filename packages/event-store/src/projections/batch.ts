import type { PoolClient } from 'pg';
import { isUndecodable } from '../errors.ts';
import type { LogEvent, StoredEvent } from '../types.ts';
import type { LogCursor } from '../log-requests.ts';
import { moveCheckpoint, skipTo, type Move } from './checkpoints.ts';
import { isPoison } from './failures.ts';
import { type ParkedEvent, park, parkedStreams } from './parked.ts';
import type { Projection } from './projection.ts';
import type { ProjectionDatabase } from './projection-database.ts';
import { inTransaction } from '@atelier/postgres/transaction.ts';

/** A stretch of the log: what a projection folds, and the positions it moves from and to. */
export interface Stretch {
  readonly after: number;
  readonly events: readonly LogEvent[];
  readonly next: LogCursor;
  /**
   * The runner that folds it, which must lead the projection; without it any runner that finds the checkpoint
   * at `after` may.
   */
  readonly leader?: number;
}

const moveOf = ({ after, next, leader }: Stretch): Move => ({ from: after, to: next, leader });

export interface BatchResult {
  readonly folded: number;
  readonly parked: readonly ParkedEvent[];
}

/**
 * Folds a stretch of the log into a projection: rows and checkpoint in one transaction. An event that cannot be
 * decoded sets its stream aside. When one cannot be folded, the stretch is done again event by event, and only that
 * event's stream is set aside.
 * @throws CheckpointMoved when another runner was faster; any other error is transient or needs a person
 */
export async function applyStretch<Transaction>(
  { pool, open }: ProjectionDatabase<Transaction>,
  projection: Projection<Transaction>,
  stretch: Stretch,
): Promise<BatchResult> {
  if (stretch.events.length === 0) {
    await skipTo(pool, projection.name, moveOf(stretch));
    return { folded: 0, parked: [] };
  }
  try {
    return await inTransaction(pool, (client) =>
      foldTogether({ client, trx: open(client) }, projection, stretch),
    );
  } catch (error) {
    if (!isPoison(error)) throw error;
    return inTransaction(pool, (client) => foldOneByOne({ client, trx: open(client) }, projection, stretch));
  }
}

/** One transaction, as the engine and as the projection see it. */
export interface Opened<Transaction> {
  readonly client: PoolClient;
  readonly trx: Transaction;
}

async function foldTogether<Transaction>(
  { client, trx }: Opened<Transaction>,
  projection: Projection<Transaction>,
  stretch: Stretch,
): Promise<BatchResult> {
  const { events } = stretch;
  const parkedBefore = await moveCheckpoint(client, projection.name, moveOf(stretch));
  const waiting = parkedBefore === 0 ? new Set<string>() : await parkedStreams(client, projection.name);
  const { free, parked } = sortOut(events, waiting);
  await foldAll(trx, projection, free);
  await park(client, projection.name, parked);
  return { folded: free.length, parked };
}

/** What can be folded, and what is set aside: an event that cannot be decoded, and everything behind one. */
function sortOut(events: readonly LogEvent[], waiting: Set<string>) {
  const free: StoredEvent[] = [];
  const parked: ParkedEvent[] = [];
  for (const event of events) {
    if (waiting.has(event.streamId)) parked.push({ event, error: null });
    else if (isUndecodable(event)) {
      waiting.add(event.streamId);
      parked.push({ event, error: event.failure });
    } else free.push(event);
  }
  return { free, parked };
}

/** Folds events in one go; throws on the first that cannot be. */
export async function foldAll<Transaction>(
  trx: Transaction,
  projection: Pick<Projection<Transaction>, 'begin'>,
  events: readonly StoredEvent[],
): Promise<void> {
  if (events.length === 0) return;
  const folding = await projection.begin(trx, events);
  for (const event of events) folding.apply(event);
  await folding.save();
}

/** Slow and rare: a savepoint per event, so that a bad one takes nothing else with it. */
async function foldOneByOne<Transaction>(
  opened: Opened<Transaction>,
  projection: Projection<Transaction>,
  stretch: Stretch,
): Promise<BatchResult> {
  const { client } = opened;
  const { events } = stretch;
  await moveCheckpoint(client, projection.name, moveOf(stretch));
  const waiting = await parkedStreams(client, projection.name);
  const parked: ParkedEvent[] = [];
  for (const event of events) {
    const error = waiting.has(event.streamId) ? null : await tryFold(opened, projection, event);
    if (error === undefined) continue;
    waiting.add(event.streamId);
    parked.push({ event, error });
  }
  await park(client, projection.name, parked);
  return { folded: events.length - parked.length, parked };
}

/** The first event that cannot be folded, and what is wrong with it. Leaves what it folded in the transaction. */
export async function findPoison<Transaction>(
  opened: Opened<Transaction>,
  projection: Projection<Transaction>,
  events: readonly LogEvent[],
): Promise<{ readonly event: LogEvent; readonly error: string } | undefined> {
  for (const event of events) {
    const error = await tryFold(opened, projection, event);
    if (error !== undefined) return { event, error };
  }
  return undefined;
}

/** Undefined when it went in; else what is wrong with it, never its data. */
async function tryFold<Transaction>(
  { client, trx }: Opened<Transaction>,
  projection: Projection<Transaction>,
  event: LogEvent,
): Promise<string | undefined> {
  if (isUndecodable(event)) return event.failure;
  await client.query('savepoint one_event');
  try {
    await foldAll(trx, projection, [event]);
    await client.query('release savepoint one_event');
    return undefined;
  } catch (error) {
    if (!isPoison(error)) throw error;
    await client.query('rollback to savepoint one_event');
    return error instanceof Error ? `${error.name}: ${error.message}`.slice(0, 500) : 'unknown';
  }
}
