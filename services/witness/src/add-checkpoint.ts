import { checkpointOf, openCheckpoint, type Checkpoint } from '@atelier/transparency-log/proof/checkpoint.ts';
import { fitsConsistency, HASH_BYTES, type TreeHash } from '@atelier/transparency-log/proof/merkle.ts';
import { BadNote, parseNote } from '@atelier/transparency-log/proof/signed-note.ts';
import { LogForked } from './log-faults.ts';
import { cosignedNote, type Watch } from './watch-log.ts';

/** What `add-checkpoint` answers (C2SP tlog-witness). */
export interface Answer {
  readonly status: 200 | 400 | 403 | 404 | 409 | 422;
  readonly type: 'text/plain; charset=utf-8' | 'text/x.tlog.size';
  readonly body: string;
  /** The log signed two trees of one size: both heads are in this file. */
  readonly evidence?: string;
}

const say = (status: Answer['status'], sentence: string): Answer => ({
  status,
  type: 'text/plain; charset=utf-8',
  body: `${sentence}\n`,
});

interface Submission {
  readonly oldSize: number;
  readonly proof: readonly TreeHash[];
  readonly note: string;
}

const MOST_PROOF_LINES = 63;
const OLD_SIZE = /^old (0|[1-9]\d{0,14})$/;

/** @throws BadNote */
function readSubmission(body: string): Submission {
  const end = body.indexOf('\n\n');
  const [first = '', ...lines] = body.slice(0, Math.max(0, end)).split('\n');
  const size = OLD_SIZE.exec(first)?.[1];
  if (end < 0 || size === undefined) throw new BadNote('the request begins with "old", a space and a size');
  if (lines.length > MOST_PROOF_LINES) throw new BadNote('the consistency proof has too many lines');
  return { oldSize: Number(size), proof: lines.map(readHash), note: body.slice(end + 2) };
}

function readHash(line: string): TreeHash {
  const hash = Buffer.from(line, 'base64');
  if (hash.length !== HASH_BYTES || hash.toString('base64') !== line)
    throw new BadNote('a line of the consistency proof is no hash in base64');
  return hash;
}

/** Checks a checkpoint that the log brings, and signs it when it continues the one that was signed last. */
export async function addCheckpoint(watch: Watch, body: string): Promise<Answer> {
  try {
    const submission = readSubmission(body);
    const { origin } = checkpointOf(parseNote(submission.note));
    if (origin !== watch.logKey.name) return say(404, 'this witness does not know the log');
    return await addKnown(watch, submission);
  } catch (error) {
    if (error instanceof BadNote) return say(400, error.message);
    throw error;
  }
}

async function addKnown(watch: Watch, submission: Submission): Promise<Answer> {
  const offered = signedBy(watch, submission.note);
  if (offered === undefined) return say(403, 'the checkpoint is not signed by the key of the log');
  const { oldSize, proof, note } = submission;
  if (oldSize > offered.size) return say(400, 'the old size is larger than that of the checkpoint');
  const known = watch.store.read()?.checkpoint ?? { ...offered, size: 0 };
  if (oldSize !== known.size) return sizeOf(known);
  if (known.size > 0 && known.size === offered.size && !known.root.equals(offered.root)) {
    const reason = `the log shows another tree of ${known.size} events than before`;
    const fork = new LogForked('other-tree', reason, note);
    return { ...sizeOf(known), evidence: watch.store.keepEvidence(fork, watch.now()) };
  }
  if (!fitsConsistency(known, offered, proof))
    return say(422, 'the proof does not show that the checkpoint continues the one before');
  const signed = cosignedNote(parseNote(note), watch);
  await watch.store.keep(known.size, [], signed.note);
  return { status: 200, type: 'text/plain; charset=utf-8', body: `${signed.line}\n` };
}

const sizeOf = ({ size }: Checkpoint): Answer => ({
  status: 409,
  type: 'text/x.tlog.size',
  body: `${size}\n`,
});

function signedBy({ logKey }: Watch, note: string): Checkpoint | undefined {
  try {
    return openCheckpoint(note, [logKey]);
  } catch (error) {
    if (error instanceof BadNote) return undefined;
    throw error;
  }
}
