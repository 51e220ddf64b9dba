import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readLines, sha256Of } from '../archive/archive-file.ts';
import { BadArchive, eventsFile } from '../archive/manifest.ts';
import { hashOfEvent } from '../chain/raw-events.ts';
import { jsonbText } from '@atelier/postgres/jsonb-text.ts';
import type { FoundInLog } from './fault-list.ts';

const AT_ONCE = 2_000;
const MODULUS = 1n << 256n;

/** A set of events without their order, in constant room: the sum of a digest of each position and hash. */
export class EventSet {
  #sum = 0n;
  #count = 0;

  add(position: number, hash: string): void {
    const digest = createHash('sha256').update(`${position} ${hash}`).digest('hex');
    this.#sum = (this.#sum + BigInt(`0x${digest}`)) % MODULUS;
    this.#count += 1;
  }

  equals(other: EventSet): boolean {
    return this.#sum === other.#sum && this.#count === other.#count;
  }
}

interface ArchivedEvent {
  readonly position: number;
  readonly recordedAt: string;
  readonly version: number;
  readonly schemaVersion: number;
  readonly eventId: string;
  readonly streamId: string;
  readonly type: string;
  readonly data: object;
  readonly metadata: object;
  readonly hash: string;
}

type ArchiveFault = Omit<FoundInLog, 'kind'>;

/**
 * What is wrong with the file of an archive: it is not there, is another than the log's row says, holds an event whose hash does not follow
 * from its columns, or holds other events than were sealed. Undefined for a whole one.
 */
export async function archiveFault(
  folders: readonly string[],
  { name, sha256 }: { readonly name: string; readonly sha256: string },
  sealed: EventSet,
): Promise<ArchiveFault | undefined> {
  const folder = folders.find((each) => existsSync(eventsFile(each, name)));
  if (folder === undefined) return { code: 'archive_missing' };
  try {
    if ((await sha256Of(eventsFile(folder, name))) !== sha256) return { code: 'archive_exchanged' };
    return await linesFault(folder, name, sealed);
  } catch (error) {
    if (error instanceof BadArchive || error instanceof SyntaxError || isBroken(error))
      return { code: 'archive_unreadable', facts: { reason: String(error) } };
    throw error;
  }
}

const isBroken = (error: unknown): boolean => error instanceof Error && 'code' in error;

async function linesFault(folder: string, name: string, sealed: EventSet): Promise<ArchiveFault | undefined> {
  const held = new EventSet();
  const ends = new Map<string, string>();
  for await (const lines of readLines(folder, name, AT_ONCE))
    for (const line of lines) {
      const event: ArchivedEvent = JSON.parse(line);
      const before = event.version === 1 ? '' : ends.get(event.streamId);
      if (before === undefined || hashOf(before, event) !== event.hash) return placeOf(event);
      ends.set(event.streamId, event.hash);
      held.add(event.position, event.hash);
    }
  return held.equals(sealed) ? undefined : { code: 'archive_events' };
}

const placeOf = ({ streamId, position, version, type }: ArchivedEvent): ArchiveFault => ({
  code: 'archive_chain',
  facts: { stream: streamId, version },
  streamId,
  position,
  version,
  type,
});

function hashOf(before: string, { data, metadata, ...event }: ArchivedEvent): string {
  return hashOfEvent(before, {
    position: String(event.position),
    recorded_at: asPrinted(event.recordedAt),
    version: String(event.version),
    schema_version: String(event.schemaVersion),
    event_id: event.eventId,
    stream_id: event.streamId,
    type: event.type,
    data: jsonbText(data) ?? '',
    metadata: jsonbText(metadata) ?? '',
    hash: '',
  });
}

/** From ISO 8601, as the archive has it, to the server's own form. */
const asPrinted = (moment: string): string => moment.replace('T', ' ').replace(/(?:Z|\+00:00)$/, '+00');
