import { hash } from 'node:crypto';
import type { EncodedCommand, EncodedEvent } from '../append/append-batch.ts';
import { copied } from './copy-rows.ts';
import { ImportedKeys } from './imported-keys.ts';
import { streamOf, type ImportedStream, type ImportedStreams } from './imported-streams.ts';
import { jsonbText } from '@atelier/postgres/jsonb-text.ts';

/** Where an import begins: the place of its first event, and the moment at which all of it is recorded. */
export interface Beginning {
  readonly first: number;
  readonly moment: string;
  /** The same moment in microseconds, as hashes have it. */
  readonly micros: string;
}

export const eventColumns =
  'events (position, recorded_at, version, schema_version, event_id, stream_id, type, data, metadata, hash)';

const hashBytes = 32;

/** Makes rows out of commands: versions checked, places given, hashes chained, as `append_events()` does. */
export class EventRows {
  readonly streams: ImportedStreams = new Map();
  readonly keys = new ImportedKeys();
  readonly beginning: Beginning;
  count = 0;
  replayed = 0;
  #scratch = Buffer.alloc(65_536);
  #metadata: object | undefined;
  #metadataText = '';

  constructor(beginning: Beginning) {
    this.beginning = beginning;
  }

  /** Positions of the first and the last event. */
  get first(): number {
    return this.beginning.first;
  }
  get last(): number {
    return this.beginning.first + this.count - 1;
  }

  /**
   * The rows of a command's events; none when its key says that it was carried out before.
   * @throws WrongExpectedVersion, IdempotencyConflict
   */
  take(command: EncodedCommand): string {
    if (this.keys.isHandled(command)) {
      this.replayed += 1;
      return '';
    }
    for (const entry of command.streams) streamOf(this.streams, entry);
    const envelope = this.#textOf(command.metadata ?? {});
    let lines = '';
    for (const entry of command.streams) {
      const stream = streamOf(this.streams, entry);
      for (const event of entry.events) lines += this.#rowOf(entry.streamId, stream, event, envelope);
      if (entry.row !== undefined) stream.row = entry.row;
    }
    this.keys.keep(command, this.last);
    return lines;
  }

  /** Many commands share one object. */
  #textOf(metadata: object): string {
    if (metadata !== this.#metadata) this.#metadataText = requiredText(metadata);
    this.#metadata = metadata;
    return this.#metadataText;
  }

  #rowOf(
    id: string,
    stream: ImportedStream,
    [uuid, type, schema, content]: EncodedEvent,
    envelope: string,
  ): string {
    const { first, micros, moment } = this.beginning;
    const place = first + this.count;
    const data = requiredText(content);
    stream.version += 1;
    const text = `${place}\n${micros}\n${stream.version}\n${schema}\n${uuid}\n${id}\n${type}\n${data}\n${envelope}`;
    stream.hash = this.#hashOf(stream.hash, text);
    if (stream.first === 0) stream.first = place;
    stream.last = place;
    this.count += 1;
    const digest = stream.hash.toString('hex');
    return `${place}\t${moment}\t${stream.version}\t${schema}\t${uuid}\t${id}\t${copied(type)}\t${copied(data)}\t${copied(envelope)}\t\\\\x${digest}\n`;
  }

  /** The same as event_hash() of migrations/0004_append_events.sql. */
  #hashOf(previous: Buffer, text: string): Buffer {
    const most = hashBytes + text.length * 3;
    if (this.#scratch.length < most) this.#scratch = Buffer.alloc(most * 2);
    this.#scratch.set(previous);
    const length = previous.length + this.#scratch.write(text, previous.length);
    return hash('sha256', this.#scratch.subarray(0, length), 'buffer');
  }
}

function requiredText(value: object): string {
  const text = jsonbText(value);
  if (text === undefined) throw new TypeError('an event without data');
  return text;
}
