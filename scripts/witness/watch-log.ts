import { setTimeout as sleep } from 'node:timers/promises';
import { cosign, openCheckpoint } from '@atelier/event-store/proof/checkpoint.ts';
import type { Checkpoint } from '@atelier/event-store/proof/checkpoint.ts';
import { GrowingTree } from '@atelier/event-store/proof/growing-tree.ts';
import { fitsConsistency, hashesIn, HASH_BYTES, TILE_WIDTH } from '@atelier/event-store/proof/merkle.ts';
import type { TreeHash } from '@atelier/event-store/proof/merkle.ts';
import { parseNote } from '@atelier/event-store/proof/signed-note.ts';
import type { Note, SignerKey, VerifierKey } from '@atelier/event-store/proof/signed-note.ts';
import { tilePath, tileWidth } from '@atelier/event-store/proof/tile-path.ts';
import { consistencyProof, rememberTiles } from '@atelier/event-store/proof/tree-proofs.ts';
import type { WitnessStore } from './witness-store.ts';

/** The log shows a tree that does not continue the one that was signed. */
export class LogForked extends Error {
  override name = 'LogForked';
}

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

const PATIENCE_MS = 10_000;

async function fetchOf(url: string, init: RequestInit = {}): Promise<Response> {
  for (;;) {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(PATIENCE_MS) });
    if (response.ok) return response;
    // Copying a large log for the first time asks for more tiles than one address may in a minute.
    if (response.status !== 429) throw new Error(`${url} answered ${response.status}`);
    await sleep(Number(response.headers.get('retry-after') ?? 1) * 1_000);
  }
}

/**
 * Looks at the log once: its newest checkpoint must be signed by its key and continue what this witness signed before; then
 * it is signed, kept and handed to the log.
 * @throws LogForked, and whatever a log that is away throws
 */
export async function watchOnce(watch: Watch): Promise<Round> {
  const { logUrl, logKey, store } = watch;
  const note = await (await fetchOf(`${logUrl}/checkpoint`)).text();
  const offered = openCheckpoint(note, [logKey]);
  const kept = store.read();
  const known = kept?.checkpoint ?? { ...offered, size: 0 };
  refuseOlder(known, offered);
  const isNew = kept === undefined || offered.size > known.size;
  // What the log brought itself may lack its leaves.
  if (isNew || store.countLeaves() < known.size) await take(watch, known, offered, note);
  await handOver(watch, note);
  return { size: offered.size, isNew };
}

function refuseOlder(known: Checkpoint, offered: Checkpoint): void {
  if (offered.size < known.size)
    throw new LogForked(`the log went back from ${known.size} events to ${offered.size}`);
  if (offered.size === known.size && !offered.root.equals(known.root))
    throw new LogForked(`the log shows another tree of ${known.size} events than before`);
}

/** Checks that the new tree continues the known one, copies its leaves and signs it. */
async function take(
  { logUrl, logKey, store, signer, now }: Watch,
  known: Checkpoint,
  offered: Checkpoint,
  note: string,
): Promise<void> {
  const read = rememberTiles((level, tile, width) => fetchTile(logUrl, level, tile, width));
  const proof = await consistencyProof(read, known.size, offered.size);
  if (!fitsConsistency(known, offered, proof))
    throw new LogForked(`the tree of ${offered.size} events does not continue the one of ${known.size}`);
  const copied = Math.min(known.size, store.countLeaves());
  const leaves = await newLeaves(read, copied, offered.size);
  const tree = new GrowingTree();
  for await (const page of store.allLeaves(copied)) for (const leaf of page) tree.add(leaf);
  for (const leaf of leaves) tree.add(leaf);
  if (!tree.root().equals(offered.root))
    throw new LogForked(`the leaves that the log shows do not give the root of its ${offered.size} events`);
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

async function fetchTile(logUrl: string, level: number, tile: number, width: number): Promise<Buffer> {
  const response = await fetchOf(`${logUrl}/tile/${level}/${tilePath({ tile, width })}`);
  const bytes = Buffer.from(await response.arrayBuffer());
  if (bytes.length !== width * HASH_BYTES)
    throw new Error(`tile ${tile} of level ${level} has ${bytes.length} bytes`);
  return bytes;
}

async function newLeaves(
  read: (level: number, tile: number, width: number) => Promise<Buffer>,
  from: number,
  to: number,
): Promise<readonly TreeHash[]> {
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
  });
}
