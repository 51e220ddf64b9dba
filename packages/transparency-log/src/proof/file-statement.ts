import { openCheckpoint } from './checkpoint.ts';
import { BadNote, signNote, type SignerKey } from './signed-note.ts';

const HEADING = 'atelier signed file v1';
const SHA256 = /^[0-9a-f]{64}$/;

/**
 * A note under a file's hash: which log, which file, and the head of the log's tree when it was signed. Its first line is no
 * origin, so that it is never read as a checkpoint.
 * @throws BadNote when the hash is none, or this key did not sign the checkpoint
 */
export function signFile(signer: SignerKey, sha256: string, checkpoint: string): string {
  if (!SHA256.test(sha256)) throw new BadNote('what is signed is no SHA-256');
  const { origin, size, root } = openCheckpoint(checkpoint, [signer.verifier]);
  return signNote(signer, `${[HEADING, origin, sha256, size, root.toString('base64')].join('\n')}\n`);
}
