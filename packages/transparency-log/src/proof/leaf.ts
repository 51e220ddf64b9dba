/**
 * What a leaf of the log's tree says of an event. The hash binds every column and the stream's history before it; the
 * digests only help to name what was changed, and to show part of an event without the rest (decisions/0153).
 */
export interface Leaf {
  readonly position: number;
  readonly streamId: string;
  readonly version: number;
  /** The event's hash in its stream's chain, hexadecimal. */
  readonly hash: string;
  /** Microseconds since 1970, as text: more than a number holds. */
  readonly recordedAt: string;
  readonly type: string;
  readonly schemaVersion: number;
  /** The number `to` of the data, where there is one: what a move ended at can be shown without the rest. */
  readonly to: string | null;
  /** Of the stored data under the event's id, 64 bits in hexadecimal: it says which column, the hash says whether. */
  readonly dataDigest: string;
  readonly metadataDigest: string;
}

/** Where a fault is that was found at a leaf. */
export const placeOf = ({ position, streamId, version, type }: Leaf) => ({
  position,
  streamId,
  version,
  type,
});

const HEADING = 'atelier event v1';

/** The bytes of a leaf, a line each; neither stream ids nor types hold a line's end. */
export function leafText(leaf: Leaf): string {
  const { position, streamId, version, hash, recordedAt, type, schemaVersion, to } = leaf;
  const kind = `${type} ${schemaVersion}${to === null ? '' : ` ${to}`}`;
  const lines = [HEADING, position, streamId, version, hash, recordedAt, kind];
  return `${[...lines, leaf.dataDigest, leaf.metadataDigest].join('\n')}\n`;
}

/** Undefined when the text is no leaf. */
export function parseLeaf(text: string): Leaf | undefined {
  const [
    heading,
    position = '',
    streamId = '',
    version = '',
    hash = '',
    recordedAt = '',
    kind = '',
    ...digests
  ] = text.split('\n');
  const [type = '', schemaVersion = '', to = null] = kind.split(' ');
  const [dataDigest = '', metadataDigest = ''] = digests;
  const numbers = {
    position: Number(position),
    version: Number(version),
    schemaVersion: Number(schemaVersion),
  };
  const leaf = { ...numbers, streamId, hash, recordedAt, type, to, dataDigest, metadataDigest };
  return heading === HEADING && leafText(leaf) === text ? leaf : undefined;
}

// Neither prints the column, which would cost more than all else of a leaf (decisions/0165).
const DATA_DIGEST = "encode(int8send(jsonb_hash_extended(e.data, uuid_hash_extended(e.event_id, 1))), 'hex')";
const METADATA_DIGEST =
  "encode(int8send(jsonb_hash_extended(e.metadata, uuid_hash_extended(e.event_id, 2))), 'hex')";
const RECORDED_AT = '((extract(epoch from e.recorded_at) * 1000000)::bigint)::text';
const TO = "case when jsonb_typeof(e.data -> 'to') = 'number' then e.data ->> 'to' end";

/** Columns of `events e` that make a `Leaf`; hash and moment as the server prints them. */
export const LEAF_COLUMNS = `e.position, e.stream_id as "streamId", e.version, e.hash,
  e.recorded_at as "recordedAt", e.type, e.schema_version as "schemaVersion", ${TO} as "to",
  ${DATA_DIGEST} as "dataDigest", ${METADATA_DIGEST} as "metadataDigest"`;

/** What `leafText` makes of an event of `events e`, as bytes. */
export const LEAF_BYTES = `convert_to(concat_ws(e'\\n', '${HEADING}', e.position, e.stream_id, e.version, encode(e.hash, 'hex'),
  ${RECORDED_AT}, e.type || ' ' || e.schema_version || coalesce(' ' || (${TO}), ''), ${DATA_DIGEST}, ${METADATA_DIGEST}) || e'\\n', 'UTF8')`;

const LENGTH_BYTES = 2;

/** Entries one after the other, each behind its length (C2SP tlog-tiles). */
export function packEntries(entries: readonly Buffer[]): Buffer {
  return Buffer.concat(
    entries.flatMap((entry) => {
      const length = Buffer.alloc(LENGTH_BYTES);
      length.writeUInt16BE(entry.length);
      return [length, entry];
    }),
  );
}

export function unpackEntries(bytes: Buffer): Buffer[] {
  const entries: Buffer[] = [];
  for (let at = 0; at + LENGTH_BYTES <= bytes.length;) {
    const end = at + LENGTH_BYTES + bytes.readUInt16BE(at);
    entries.push(bytes.subarray(at + LENGTH_BYTES, end));
    at = end;
  }
  return entries;
}
