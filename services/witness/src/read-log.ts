import { setTimeout as sleep } from 'node:timers/promises';
import { checkpointOf, openCheckpoint, type Checkpoint } from '@atelier/transparency-log/proof/checkpoint.ts';
import { describeError } from '@atelier/postgres/fault.ts';
import { HASH_BYTES } from '@atelier/transparency-log/proof/merkle.ts';
import { BadNote, parseNote, type VerifierKey } from '@atelier/transparency-log/proof/signed-note.ts';
import { tilePath } from '@atelier/transparency-log/proof/tile-path.ts';
import type { ReadTile } from '@atelier/transparency-log/proof/tree-proofs.ts';
import { LogAway, NoCheckpoint, NotALog, UnknownKey } from './log-faults.ts';

const PATIENCE_MS = 10_000;

/** @throws LogAway when nothing answers or it cannot now, NoCheckpoint where there is none, NotALog for any other refusal */
export async function fetchOf(url: string, init: RequestInit = {}): Promise<Response> {
  for (;;) {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(PATIENCE_MS) }).catch(
      (error: unknown) => {
        throw new LogAway(`${url}: ${describeError(error)}`);
      },
    );
    if (response.ok) return response;
    if (response.status >= 500) throw new LogAway(`${url} answered ${response.status}`);
    if (response.status === 404 && url.endsWith('/checkpoint')) throw new NoCheckpoint(`${url} answered 404`);
    // Copying a large log for the first time asks for more tiles than one address may in a minute.
    if (response.status !== 429) throw new NotALog(`${url} answered ${response.status}`);
    await sleep(Number(response.headers.get('retry-after') ?? 1) * 1_000);
  }
}

/** @throws LogAway when it breaks off */
async function bodyOf(url: string): Promise<Buffer> {
  const response = await fetchOf(url);
  try {
    return Buffer.from(await response.arrayBuffer());
  } catch (error) {
    throw new LogAway(`${url} broke off: ${describeError(error)}`);
  }
}

/** The newest checkpoint of the log. @throws UnknownKey, NotALog, LogAway */
export async function fetchCheckpoint(
  logUrl: string,
  key: VerifierKey,
): Promise<{ readonly note: string; readonly offered: Checkpoint }> {
  const url = `${logUrl}/checkpoint`;
  const note = (await bodyOf(url)).toString('utf8');
  const signers = signersOf(note, url);
  try {
    return { note, offered: openCheckpoint(note, [key]) };
  } catch (error) {
    if (!(error instanceof BadNote)) throw error;
    throw new UnknownKey(
      `${url} is signed by ${signers.join(' and ')}; --key names ${key.name}+${key.id} (${error.message})`,
    );
  }
}

/** @throws NotALog when it is no checkpoint */
function signersOf(note: string, url: string): readonly string[] {
  try {
    const parsed = parseNote(note);
    checkpointOf(parsed);
    return parsed.signatures.map(({ name, id }) => `${name}+${id}`);
  } catch (error) {
    if (!(error instanceof BadNote)) throw error;
    throw new NotALog(`${url} is no checkpoint: ${error.message}`);
  }
}

/** Reads tiles of a log; one that is not as long as it must be is named with both lengths. */
export const tilesAt =
  (logUrl: string): ReadTile =>
  async (level, tile, width) => {
    const url = `${logUrl}/${pathOf(level, tile, width)}`;
    const bytes = await bodyOf(url);
    const expected = width * HASH_BYTES;
    if (bytes.length !== expected)
      throw new NotALog(`${url} has ${bytes.length} bytes, and a tile of ${width} hashes has ${expected}`);
    return bytes;
  };

/** Below the log's address. */
export const pathOf = (level: number, tile: number, width: number): string =>
  `tile/${level}/${tilePath({ tile, width })}`;
