import { withPictureDigests } from '@atelier/application/commands/picture-digests.ts';
import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import { inlineRowOf } from '@atelier/application/aggregates.ts';
import { EVENT_REGISTRY } from '@atelier/application/event-registry.ts';
import { importEvents } from '@atelier/event-store/import/import-events.ts';
import type { MasterKey } from '@atelier/key-vault/master-key.ts';
import type { VaultPlace } from '@atelier/key-vault/vault-place.ts';
import type { AppendRequest, DomainEvent, EventMetadata, StreamAppend } from '@atelier/event-store/types.ts';
import type { StoryCommand } from '../history/story.ts';

export interface HistoryTarget {
  /** Sessions of the tables' owner, made with `copies`. */
  readonly owner: Pool;
  readonly masterKey: MasterKey;
  readonly vault?: VaultPlace;
}

/** No user works in a database that is being filled. */
const ROOM = 1_000;

/**
 * Writes a history into the log in one transaction: all of it or nothing. Each command keeps its own envelope; rows
 * are written once, with the last event of their stream. `salt` makes the ids of its events and commands its own.
 */
export async function writeHistory(
  target: HistoryTarget,
  commands: readonly StoryCommand[],
  salt: string,
): Promise<void> {
  const ids = { uuid: uuids(`${salt} events`) };
  const tools = { ...target, registry: EVENT_REGISTRY, ids, room: ROOM };
  await importEvents(tools, requestsOf(commands, salt));
}

/** Every command as the store takes it; the same bytes for the same commands and salt. */
function requestsOf(commands: readonly StoryCommand[], salt: string): readonly AppendRequest[] {
  const uuid = uuids(`${salt} commands`);
  const histories = new Map<string, DomainEvent[]>();
  const lastOf = new Map<string, StoryCommand>();
  for (const command of commands) for (const { streamId } of command.streams) lastOf.set(streamId, command);
  return commands.map((command) => ({
    metadata: metadataOf(command, uuid()),
    streams: command.streams.map(({ streamId, events: told }): StreamAppend => {
      const events = told.map(withPictureDigests);
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
