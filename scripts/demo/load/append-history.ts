import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import { inlineRowOf } from '@atelier/application/aggregates.ts';
import { EVENT_REGISTRY } from '@atelier/application/event-registry.ts';
import { appendBatch } from '@atelier/event-store/append/append-batch.ts';
import type { EncodedCommand } from '@atelier/event-store/append/append-batch.ts';
import { createEventCodec } from '@atelier/event-store/registry/event-codec.ts';
import type { MasterKey } from '@atelier/event-store/keys/master-key.ts';
import { createSubjectKeys } from '@atelier/event-store/keys/subject-keys.ts';
import type { AppendRequest, DomainEvent, EventMetadata, StreamAppend } from '@atelier/event-store/types.ts';
import { personalFieldsOf } from '@atelier/domain/personal-data.ts';
import type { StoryCommand } from '../history/story.ts';

export interface AppendTarget {
  /** One connection of the app's role, so that everything happens in one transaction. */
  readonly pool: Pool;
  readonly masterKey: MasterKey;
}

/** Commands per statement: large enough to save round trips, small enough to stay within the statement's time-out. */
const BATCH = 400;

/**
 * Appends a history to an empty log in one transaction: all of it or nothing. Each command keeps its own envelope;
 * rows are written once, with the last event of their stream. The pool must have exactly one connection. `salt` makes
 * the ids of its events and commands its own.
 */
export async function appendHistory(
  target: AppendTarget,
  commands: readonly StoryCommand[],
  salt: string,
): Promise<void> {
  const { pool } = target;
  await pool.query('begin');
  try {
    const transaction = await transactionId(pool);
    const encoded = await encodeAll(target, requestsOf(commands, salt), salt);
    for (let from = 0; from < encoded.length; from += BATCH)
      await appendSome(pool, encoded.slice(from, from + BATCH));
    // A pool replaces a broken connection silently: then this is another transaction, and nothing may be committed.
    if ((await transactionId(pool)) !== transaction) throw new Error('the connection was lost while loading');
    await pool.query('commit');
  } catch (error) {
    await pool.query('rollback').catch(() => undefined);
    throw error;
  }
}

async function transactionId(pool: Pool): Promise<string | undefined> {
  const { rows } = await pool.query<{ id: string }>('select pg_current_xact_id()::text as id');
  return rows[0]?.id;
}

async function appendSome(pool: Pool, commands: readonly EncodedCommand[]): Promise<void> {
  const failed = (await appendBatch(pool, commands)).find((result) => result instanceof Error);
  if (failed !== undefined) throw failed;
}

/** Keys of everybody first, in one go; then each command in its turn. */
async function encodeAll(
  { pool, masterKey }: AppendTarget,
  requests: readonly AppendRequest[],
  salt: string,
): Promise<readonly EncodedCommand[]> {
  // A clock that stands still: what was looked up stays known for the whole load.
  const keys = createSubjectKeys(pool, masterKey, { now: () => new Date(0) });
  await keys.findOrMake(subjectsOf(requests));
  const uuid = uuids(`${salt} events`);
  const codec = createEventCodec(EVENT_REGISTRY, keys, { uuid });
  const encoded: EncodedCommand[] = [];
  for (const request of requests) encoded.push(await codec.encode(request));
  return encoded;
}

function subjectsOf(requests: readonly AppendRequest[]): readonly string[] {
  const subjects = new Set<string>();
  for (const { type, data } of requests.flatMap(({ streams }) => streams.flatMap(({ events }) => events))) {
    const subject = personalFieldsOf(type)?.subject;
    const value =
      subject === undefined ? undefined : new Map<string, unknown>(Object.entries(data)).get(subject);
    if (typeof value === 'string') subjects.add(value);
  }
  return [...subjects];
}

/** Every command as the store takes it; the same bytes for the same commands and salt. */
export function requestsOf(commands: readonly StoryCommand[], salt: string): readonly AppendRequest[] {
  const uuid = uuids(`${salt} commands`);
  const histories = new Map<string, DomainEvent[]>();
  const lastOf = new Map<string, StoryCommand>();
  for (const command of commands) for (const { streamId } of command.streams) lastOf.set(streamId, command);
  return commands.map((command) => ({
    metadata: metadataOf(command, uuid()),
    streams: command.streams.map(({ streamId, events }): StreamAppend => {
      const history = histories.get(streamId) ?? [];
      histories.set(streamId, history);
      const expectedVersion = history.length;
      history.push(...events);
      const row = lastOf.get(streamId) === command ? inlineRowOf(streamId, history) : undefined;
      return { streamId, expectedVersion, events, ...(row && { row }) };
    }),
  }));
}

function metadataOf({ at, by }: StoryCommand, commandId: string): EventMetadata {
  const { userId, workerId, siteId } = by.actor;
  return {
    actor: userId === null ? { id: 'system', kind: 'system' } : { id: userId, kind: 'user' },
    ...(workerId !== null && { worker: { id: workerId, ...(by.workId !== null && { workId: by.workId }) } }),
    ...(siteId !== null && { site: siteId }),
    device: by.device,
    commandId,
    occurredAt: at,
  };
}

/** Ids that look random and are the same every time. */
function uuids(salt: string): () => string {
  let count = 0;
  return () => {
    count += 1;
    const hex = createHash('sha256').update(`${salt} ${count}`).digest('hex');
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
  };
}
