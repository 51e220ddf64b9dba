import { cosign, type Checkpoint } from '@atelier/transparency-log/proof/checkpoint.ts';
import { GrowingTree } from '@atelier/transparency-log/proof/growing-tree.ts';
import {
  fitsConsistency,
  hashesIn,
  HASH_BYTES,
  rootOf,
  TILE_WIDTH,
  type TreeHash,
} from '@atelier/transparency-log/proof/merkle.ts';
import {
  parseNote,
  type Note,
  type SignerKey,
  type VerifierKey,
} from '@atelier/transparency-log/proof/signed-note.ts';
import { tileWidth } from '@atelier/transparency-log/proof/tile-path.ts';
import {
  consistencyProof,
  rememberTiles,
  type ReadTile,
} from '@atelier/transparency-log/proof/tree-proofs.ts';
import { LogForked, NotALog, NotTaken } from './log-faults.ts';
import { fetchCheckpoint, fetchOf, pathOf, tilesAt } from './read-log.ts';
import type { WitnessStore } from './witness-store.ts';

export interface Watch {
  /** Where the log is served, up to `/api/log`. */
  readonly logUrl: string;
  readonly logKey: VerifierKey;
  readonly signer: SignerKey;
  readonly store: WitnessStore;
  readonly now: () => Date;
}

export interface Round {
  readonly size: number;
  /** Whether something was signed now. */
  readonly isNew: boolean;
}

/**
 * Looks at the log once: its newest checkpoint must be signed by its key and continue what this witness signed before; then
 * it is signed, kept and handed to the log.
 * @throws LogForked, LogAway, UnknownKey, NotALog, NotTaken
 */
export async function watchOnce(watch: Watch): Promise<Round> {
  const { logUrl, logKey, store } = watch;
  const { note, offered } = await fetchCheckpoint(logUrl, logKey);
  const kept = store.read();
  const known = kept?.checkpoint ?? { ...offered, size: 0 };
  refuseOlder(known, offered, note);
  const isNew = kept === undefined || offered.size > known.size;
  // What the log brought itself may lack its leaves.
  if (isNew || store.countLeaves() < known.size) await take(watch, known, offered, note);
  await handOver(watch, note);
  return { size: offered.size, isNew };
}

function refuseOlder(known: Checkpoint, offered: Checkpoint, note: string): void {
  if (offered.size < known.size)
    throw new LogForked(
      'rolled-back',
      `the log went back from ${known.size} events to ${offered.size}`,
      note,
    );
  if (offered.size === known.size && !offered.root.equals(known.root))
    throw new LogForked('other-tree', `the log shows another tree of ${known.size} events than before`, note);
}

/** Checks that the new tree continues the known one, copies its leaves and signs it. */
async function take(
  { logUrl, logKey, store, signer, now }: Watch,
  known: Checkpoint,
  offered: Checkpoint,
  note: string,
): Promise<void> {
  const read = rememberTiles(tilesAt(logUrl));
  const proof = await consistencyProof(read, known.size, offered.size);
  if (!fitsConsistency(known, offered, proof))
    throw new LogForked(
      'other-history',
      `the tree of ${offered.size} events does not continue the one of ${known.size}`,
      note,
    );
  const copied = Math.min(known.size, store.countLeaves());
  const leaves = await newLeaves(read, copied, offered.size);
  const tree = new GrowingTree();
  for await (const page of store.allLeaves(copied)) for (const leaf of page) tree.add(leaf);
  for (const leaf of leaves) tree.add(leaf);
  if (!tree.root().equals(offered.root))
    throw new LogForked(
      'other-leaves',
      `the leaves that the log shows do not give the root of its ${offered.size} events: ${await unfitTile(read, copied, offered.size)}`,
      note,
    );
  await store.keep(copied, leaves, cosignedNote(parseNote(note), { logKey, signer, now }).note);
}

/** The checkpoint with the log's signatures and one's own, which stands beside it too. */
export function cosignedNote(
  { text, signatures }: Note,
  { logKey, signer, now }: Pick<Watch, 'logKey' | 'signer' | 'now'>,
): { readonly note: string; readonly line: string } {
  const byLog = signatures.filter(({ name, id }) => name === logKey.name && id === logKey.id);
  const line = cosign(signer, { text, signatures }, now());
  const lines = [...byLog.map((signature) => signature.line), line];
  return { note: `${text}\n${lines.map((each) => `${each}\n`).join('')}`, line };
}

/** The first tile of new leaves that is not what the tile above holds of it, in words; the last where none above says it. */
async function unfitTile(read: ReadTile, from: number, size: number): Promise<string> {
  let last = '';
  for (let tile = Math.floor(from / TILE_WIDTH); tile * TILE_WIDTH < size; tile += 1) {
    const width = tileWidth(size, 0, tile);
    last = pathOf(0, tile, width);
    if (width < TILE_WIDTH) break;
    const above = Math.floor(tile / TILE_WIDTH);
    const place = (tile % TILE_WIDTH) * HASH_BYTES;
    const [leaves, parents] = await Promise.all([
      read(0, tile, width),
      read(1, above, tileWidth(size, 1, above)),
    ]);
    if (!rootOf(hashesIn(leaves)).equals(parents.subarray(place, place + HASH_BYTES)))
      return `${last} is not what ${pathOf(1, above, tileWidth(size, 1, above))} holds of it`;
  }
  return `${last} or a tile before it`;
}

async function newLeaves(read: ReadTile, from: number, to: number): Promise<readonly TreeHash[]> {
  const leaves: TreeHash[] = [];
  for (let tile = Math.floor(from / TILE_WIDTH); tile * TILE_WIDTH < to; tile += 1) {
    const hashes = hashesIn(await read(0, tile, tileWidth(to, 0, tile)));
    leaves.push(...hashes.slice(Math.max(0, from - tile * TILE_WIDTH)));
  }
  return leaves;
}

/** Gives the log the own signature, as long as it does not show it. */
async function handOver({ logUrl, store, signer: { verifier } }: Watch, shown: string): Promise<void> {
  const kept = store.read();
  const line =
    kept &&
    parseNote(kept.note).signatures.find(({ id, name }) => id === verifier.id && name === verifier.name)
      ?.line;
  if (kept === undefined || line === undefined || shown.includes(line)) return;
  await fetchOf(`${logUrl}/cosignatures`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ size: kept.checkpoint.size, line }),
  }).catch((error: unknown) => {
    throw error instanceof NotALog ? new NotTaken(error.message) : error;
  });
}
