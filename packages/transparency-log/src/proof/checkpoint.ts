import { sign, verify } from 'node:crypto';
import { HASH_BYTES, type TreeHead } from './merkle.ts';
import {
  BadNote,
  isSignedBy,
  parseNote,
  parseSignatureLine,
  signatureLine,
  signNote,
  type Note,
  type NoteSignature,
  type SignerKey,
  type VerifierKey,
} from './signed-note.ts';

/** The head of the tree of one log. */
export interface Checkpoint extends TreeHead {
  /** Which log, e.g. `atelier.example/api/log`. */
  readonly origin: string;
}

/** The text that is signed (C2SP tlog-checkpoint). */
function checkpointText({ origin, size, root }: Checkpoint): string {
  return `${origin}\n${size}\n${root.toString('base64')}\n`;
}

export function signCheckpoint(signer: SignerKey, checkpoint: Checkpoint): string {
  return signNote(signer, checkpointText(checkpoint));
}

const SIZE = /^(0|[1-9]\d{0,15})$/;

/** What a note says of a log, for every signer. @throws BadNote */
export function checkpointOf({ text }: Note): Checkpoint {
  const [origin = '', size = '', encoded = ''] = text.split('\n');
  const root = Buffer.from(encoded, 'base64');
  if (origin === '' || !SIZE.test(size) || root.length !== HASH_BYTES || root.toString('base64') !== encoded)
    throw new BadNote('the note is no checkpoint: origin, size and root, a line each');
  return { origin, size: Number(size), root };
}

/** @throws BadNote when the note is no checkpoint or is signed by none of the keys */
export function openCheckpoint(note: string, keys: readonly VerifierKey[]): Checkpoint {
  const parsed = parseNote(note);
  if (!keys.some((key) => isSignedBy(parsed, key)))
    throw new BadNote(
      `the checkpoint is not signed by ${keys.map(({ name, id }) => `${name}+${id}`).join(' or ')}`,
    );
  return checkpointOf(parsed);
}

const TIME_BYTES = 8;

function cosignedText(note: Note, seconds: bigint): Buffer {
  return Buffer.from(`cosignature/v1\ntime ${seconds}\n${note.text}`);
}

/** A witness's line for a checkpoint (C2SP tlog-cosignature, Ed25519). */
export function cosign(signer: SignerKey, note: Note, at: Date): string {
  const seconds = BigInt(Math.floor(at.getTime() / 1000));
  const time = Buffer.alloc(TIME_BYTES);
  time.writeBigUInt64BE(seconds);
  return signatureLine(signer, Buffer.concat([time, sign(null, cosignedText(note, seconds), signer.key)]));
}

/** The known witness that signed a checkpoint by this line; undefined when none did. */
export function witnessOfLine(
  line: string,
  note: string,
  witnesses: readonly VerifierKey[],
): VerifierKey | undefined {
  try {
    const signature = parseSignatureLine(line);
    const key = witnesses.find(({ name, id }) => name === signature.name && id === signature.id);
    if (key !== undefined) openCosignature(signature, parseNote(note), key);
    return key;
  } catch (error) {
    if (error instanceof BadNote) return undefined;
    throw error;
  }
}

/** When the witness signed. @throws BadNote when the line is not of this witness, or not for this checkpoint */
export function openCosignature({ name, id, signature }: NoteSignature, note: Note, key: VerifierKey): Date {
  if (name !== key.name || id !== key.id || key.use !== 'witness' || signature.length <= TIME_BYTES)
    throw new BadNote(`the signature is not of the witness ${key.name}`);
  const seconds = signature.readBigUInt64BE();
  if (!verify(null, cosignedText(note, seconds), key.key, signature.subarray(TIME_BYTES)))
    throw new BadNote(`the signature of the witness ${key.name} does not fit the checkpoint`);
  return new Date(Number(seconds) * 1000);
}
