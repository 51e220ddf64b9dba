import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { currentVersion, upcast } from '@atelier/event-store/registry/registry.ts';
import type { AppendRequest, EventMetadata, JsonObject } from '@atelier/event-store/types.ts';
import type { EventRegistry } from '@atelier/event-store/event-types.ts';
import { Fault } from '@atelier/host/fault.ts';

const ACTOR_KINDS: readonly unknown[] = ['user', 'system', 'customer'];

/**
 * The events of a file, one JSON object a line: `streamId`, `version` (its place in the stream, from 1), `type`,
 * `data`, `metadata`, and `schemaVersion` where it is not today's.
 * @throws Fault with the number of the first line that cannot be taken
 */
export async function* readEventLines(file: string, registry: EventRegistry): AsyncGenerator<AppendRequest> {
  let line = 0;
  for await (const text of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
    line += 1;
    if (text.trim() === '') throw new Fault(`Line ${line} is empty. Nothing was imported.`);
    try {
      yield requestOf(parse(text), registry);
    } catch (error) {
      throw new Fault(
        `Line ${line}: ${error instanceof Error ? error.message : 'unknown'}. Nothing was imported.`,
      );
    }
  }
}

function parse(text: string): JsonObject {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // The parser's own words quote the line.
    throw new Error('is not JSON');
  }
  return objectAt(value, 'the line');
}

function requestOf(line: JsonObject, registry: EventRegistry): AppendRequest {
  const type = textAt(line['type'], 'type');
  const data = objectAt(line['data'], 'data');
  const schemaVersion =
    line['schemaVersion'] === undefined
      ? currentVersion(registry, type)
      : numberAt(line['schemaVersion'], 'schemaVersion');
  // Refused now rather than by every reader later.
  upcast(registry, type, schemaVersion, data);
  return {
    streams: [
      {
        streamId: textAt(line['streamId'], 'streamId'),
        expectedVersion: numberAt(line['version'], 'version') - 1,
        events: [{ type, data, schemaVersion }],
      },
    ],
    metadata: metadataAt(line['metadata']),
  };
}

function metadataAt(value: unknown): EventMetadata {
  const metadata = objectAt(value, 'metadata');
  const actor = objectAt(metadata['actor'], 'metadata.actor');
  if (!ACTOR_KINDS.includes(actor['kind']))
    throw new Error('metadata.actor.kind must be user, system or customer');
  if (typeof actor['id'] !== 'string' && typeof actor['id'] !== 'number')
    throw new Error('metadata.actor.id must be a text or a number');
  textAt(metadata['commandId'], 'metadata.commandId');
  const at = textAt(metadata['occurredAt'], 'metadata.occurredAt');
  if (!/^\d{4}-\d\d-\d\dT.*Z$/.test(at) || Number.isNaN(Date.parse(at)))
    throw new Error('metadata.occurredAt must be a moment in UTC, as 2026-11-20T10:00:00.000Z');
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every required field was looked at
  return metadata as unknown as EventMetadata;
}

function objectAt(value: unknown, path: string): JsonObject {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Error(`${path} must be an object`);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- came out of JSON.parse
  return value as JsonObject;
}

function textAt(value: unknown, path: string): string {
  if (typeof value !== 'string' || value === '') throw new Error(`${path} must be a text`);
  return value;
}

function numberAt(value: unknown, path: string): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 1)
    throw new Error(`${path} must be a whole number from 1`);
  return value;
}
