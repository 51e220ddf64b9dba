import { ArchivedHistory } from '../archive/archived-history.ts';
import type { Queryable } from '@atelier/postgres/transaction.ts';
import { fitsInclusion, leafHash } from './merkle.ts';
import { inclusionPath, rememberTiles } from './tree-proofs.ts';
import {
  cosignedNote,
  findLeaves,
  latestCheckpoint,
  latestCosigned,
  tilesOf,
  type IndexedLeaf,
  type SealedCheckpoint,
} from './tree-tables.ts';

/** An event as its hash was made from it; personal fields are sealed as they are stored. */
interface ProvenEvent {
  readonly position: number;
  readonly version: number;
  /** Microseconds since 1970, as text. */
  readonly recorded_at: string;
  readonly schema_version: number;
  readonly event_id: string;
  readonly type: string;
  /** JSON as the database prints it: the hash is over this text. */
  readonly data: string;
  readonly metadata: string;
  readonly hash: string;
}

export interface LeafProof {
  /** The bytes of the leaf. */
  readonly leaf: string;
  /** Index, path and checkpoint (C2SP tlog-proof). */
  readonly proof: string;
}

export interface StreamProof {
  readonly stream: string;
  /** Those that are sealed. */
  readonly events: readonly (ProvenEvent & LeafProof)[];
  /** How many newer ones are not sealed yet. */
  readonly unsealed: number;
}

const EVENTS = `
  select position, version, ((extract(epoch from recorded_at) * 1000000)::bigint)::text as recorded_at, schema_version, event_id,
         type, data::text as data, metadata::text as metadata, encode(hash, 'hex') as hash
    from events where stream_id = $1 order by version`;

/**
 * Everything that shows what happened in a stream, for a verifier with only the public keys. Undefined for a
 * stream that does not exist.
 * @throws ArchivedHistory when its events lie in an archive file
 */
export async function proveStream(db: Queryable, streamId: string): Promise<StreamProof | undefined> {
  const { rows } = await db.query<ProvenEvent>(EVENTS, [streamId]);
  if (rows.length === 0) return absent(db, streamId);
  const positions = rows.map(({ position }) => position);
  const proofs = await proveLeaves(db, positions);
  const events = rows.flatMap((event) => {
    const proof = proofs.get(event.position);
    return proof === undefined ? [] : [{ ...event, ...proof }];
  });
  return { stream: streamId, events, unsealed: rows.length - events.length };
}

async function absent(db: Queryable, streamId: string): Promise<undefined> {
  const { rows } = await db.query<{ archive: string | null }>(
    'select archive from streams where stream_id = $1',
    [streamId],
  );
  const archive = rows[0]?.archive ?? null;
  if (archive !== null) throw new ArchivedHistory(`the events of ${streamId}`, archive);
}

/** Leaf and proof of each of these positions that is sealed, by position; nothing of what the events say. */
export async function proveLeaves(
  db: Queryable,
  positions: readonly number[],
): Promise<ReadonlyMap<number, LeafProof>> {
  const checkpoint = await checkpointFor(db, Math.max(0, ...positions));
  if (checkpoint === undefined) return new Map();
  const note = await cosignedNote(db, checkpoint);
  const read = rememberTiles(tilesOf(db));
  const leaves = (await findLeaves(db, positions)).filter(({ index }) => index < checkpoint.size);
  const proven = await Promise.all(
    leaves.map(async (found) => {
      const path = await inclusionPath(read, found.index, checkpoint.size);
      refuseBroken(found, checkpoint, path);
      return [found.leaf.position, { leaf: found.text, proof: proofText(found.index, path, note) }] as const;
    }),
  );
  return new Map(proven);
}

/** The newest that a witness signed, where it reaches far enough; else the newest of all. */
export async function checkpointFor(db: Queryable, position: number): Promise<SealedCheckpoint | undefined> {
  const cosigned = await latestCosigned(db);
  return cosigned !== undefined && cosigned.position >= position ? cosigned : latestCheckpoint(db);
}

/** A proof that does not hold is never handed out. */
function refuseBroken(
  { index, text }: IndexedLeaf,
  { size, root }: SealedCheckpoint,
  path: readonly Buffer[],
): void {
  if (!fitsInclusion({ index, size, root }, leafHash(Buffer.from(text)), path))
    throw new Error(`the tree does not hold leaf ${index} as it is stored: verify the log`);
}

function proofText(index: number, path: readonly Buffer[], note: string): string {
  const lines = ['c2sp.org/tlog-proof@v1', `index ${index}`, ...path.map((hash) => hash.toString('base64'))];
  return `${lines.join('\n')}\n\n${note}`;
}
