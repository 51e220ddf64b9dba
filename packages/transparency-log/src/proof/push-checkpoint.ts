import type { Queryable } from '@atelier/postgres/transaction.ts';
import { witnessOfLine } from './checkpoint.ts';
import type { VerifierKey } from './signed-note.ts';
import { consistencyProof, rememberTiles } from './tree-proofs.ts';
import { keepCosignature, latestCheckpoint, tilesOf, type SealedCheckpoint } from './tree-tables.ts';

/** A witness did not sign, for a reason that asking again at once does not mend. */
export class NotCosigned extends Error {
  override name = 'NotCosigned';
}

export interface PushOptions {
  /** Sessions of role `atelier_app`. */
  readonly db: Queryable;
  /** Where the witness takes checkpoints, without `/add-checkpoint`. */
  readonly url: string;
  readonly witnesses: readonly VerifierKey[];
  /** What the witness signed last, as far as this process knows; 0 when it does not: then the witness says it. */
  readonly lastSize: number;
}

const PATIENCE_MS = 10_000;
const HTTP_OK = 200;
const HTTP_CONFLICT = 409;

/**
 * Brings the newest checkpoint to a witness and keeps its signature (C2SP tlog-witness). Answers the size it signed.
 * @throws NotCosigned, and whatever a witness that is away throws
 */
export async function pushCheckpoint({ db, url, witnesses, lastSize }: PushOptions): Promise<number> {
  const latest = await latestCheckpoint(db);
  if (latest === undefined || latest.size === lastSize) return lastSize;
  const first = await send(db, url, latest, lastSize);
  const answer = first.status === HTTP_CONFLICT ? await sendAgain(db, url, latest, first.text) : first;
  if (answer.status !== HTTP_OK)
    throw new NotCosigned(`${url} answered ${answer.status}: ${answer.text.slice(0, 200).trim()}`);
  await keepLines(db, latest, answer.text, witnesses);
  return latest.size;
}

interface Answer {
  readonly status: number;
  readonly text: string;
}

async function send(db: Queryable, url: string, latest: SealedCheckpoint, oldSize: number): Promise<Answer> {
  const proof = await consistencyProof(rememberTiles(tilesOf(db)), oldSize, latest.size);
  const lines = [`old ${oldSize}`, ...proof.map((hash) => hash.toString('base64'))];
  const response = await fetch(`${url}/add-checkpoint`, {
    method: 'POST',
    headers: { 'content-type': 'text/plain; charset=utf-8' },
    body: `${lines.join('\n')}\n\n${latest.note}`,
    redirect: 'error',
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  return { status: response.status, text: await response.text() };
}

/** The witness says which size it signed last; one that is ahead of this log saw a log that is gone. */
function sendAgain(db: Queryable, url: string, latest: SealedCheckpoint, text: string): Promise<Answer> {
  const size = /^(0|[1-9]\d{0,14})\n$/.exec(text)?.[1];
  if (size === undefined) throw new NotCosigned(`${url} answered 409 without the size it signed last`);
  if (Number(size) > latest.size)
    throw new NotCosigned(
      `${url} signed a tree of ${size} events, and this log has ${latest.size}: it was rolled back`,
    );
  return send(db, url, latest, Number(size));
}

/** Signatures of other keys are passed over; without one of a known witness nothing is gained. */
async function keepLines(
  db: Queryable,
  latest: SealedCheckpoint,
  text: string,
  witnesses: readonly VerifierKey[],
): Promise<void> {
  let kept = 0;
  for (const line of text.split('\n').filter((each) => each !== '')) {
    const key = witnessOfLine(line, latest.note, witnesses);
    if (key === undefined) continue;
    await keepCosignature(db, latest.size, `${key.name}+${key.id}`, line);
    kept += 1;
  }
  if (kept === 0) throw new NotCosigned('no witness of WITNESS_KEYS signed the checkpoint');
}
