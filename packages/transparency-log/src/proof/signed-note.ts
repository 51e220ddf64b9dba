import { createPublicKey, hash, sign, verify, type KeyObject } from 'node:crypto';

/** A note that cannot be read or is not signed as it must be. */
export class BadNote extends Error {
  override name = 'BadNote';
}

/** What a key signs: notes of its log, or that it saw the checkpoint of a log (C2SP signed-note, tlog-cosignature). */
export type KeyUse = 'log' | 'witness';

const TYPES: Readonly<Record<KeyUse, number>> = { log: 1, witness: 4 };
const KEY_BYTES = 32;
const ID_BYTES = 4;

/** A public key with the name it signs under. */
export interface VerifierKey {
  readonly name: string;
  /** Eight hexadecimal digits. */
  readonly id: string;
  readonly use: KeyUse;
  readonly key: KeyObject;
}

export interface SignerKey {
  readonly verifier: VerifierKey;
  readonly key: KeyObject;
}

export interface NoteSignature {
  readonly name: string;
  readonly id: string;
  readonly signature: Buffer;
  /** As it stands in the note, without the line's end. */
  readonly line: string;
}

export interface Note {
  /** What is signed, with its last line's end. */
  readonly text: string;
  readonly signatures: readonly NoteSignature[];
}

const NAME = /^[^\s+]+$/u;

/** A key that signs under a name. @throws BadNote when the name has a space or a plus, or the key is not Ed25519 */
export function signerKey(name: string, use: KeyUse, key: KeyObject): SignerKey {
  if (!NAME.test(name)) throw new BadNote(`"${name}" is no name of a key: no spaces, no plus`);
  if (key.asymmetricKeyType !== 'ed25519') throw new BadNote('the key that signs must be an Ed25519 key');
  const publicKey = createPublicKey(key);
  return { key, verifier: { name, use, key: publicKey, id: keyId(name, use, rawKey(publicKey)) } };
}

function rawKey(key: KeyObject): Buffer {
  return Buffer.from(key.export({ format: 'jwk' }).x ?? '', 'base64url');
}

function keyId(name: string, use: KeyUse, key: Buffer): string {
  const content = Buffer.concat([Buffer.from(`${name}\n`), Buffer.from([TYPES[use]]), key]);
  return hash('sha256', content, 'buffer').subarray(0, ID_BYTES).toString('hex');
}

/** A key as text: name, id and key between plus signs. */
export function formatVerifierKey({ name, id, use, key }: VerifierKey): string {
  return `${name}+${id}+${Buffer.concat([Buffer.from([TYPES[use]]), rawKey(key)]).toString('base64')}`;
}

/** @throws BadNote */
export function parseVerifierKey(text: string): VerifierKey {
  const [, name = '', id = '', encoded = ''] =
    /^([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/=]+)$/u.exec(text) ?? [];
  const bytes = Buffer.from(encoded, 'base64');
  const use = bytes[0] === TYPES.log ? 'log' : 'witness';
  const raw = bytes.subarray(1);
  if (raw.length !== KEY_BYTES || bytes[0] !== TYPES[use] || keyId(name, use, raw) !== id)
    throw new BadNote(`"${text}" is no public key: name, key id and key, between plus signs`);
  const key = createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: raw.toString('base64url') },
    format: 'jwk',
  });
  return { name, id, use, key };
}

/** The line that says who signed. */
export function signatureLine({ verifier: { name, id } }: SignerKey, signature: Buffer): string {
  return `— ${name} ${Buffer.concat([Buffer.from(id, 'hex'), signature]).toString('base64')}`;
}

/** Text and signature of one key. The text ends with a line's end. */
export function signNote(signer: SignerKey, text: string): string {
  return `${text}\n${signatureLine(signer, sign(null, Buffer.from(text), signer.key))}\n`;
}

const LINE = /^— ([^\s+]+) ([A-Za-z0-9+/]+={0,2})$/u;

/** @throws BadNote */
export function parseSignatureLine(line: string): NoteSignature {
  const [, name = '', encoded = ''] = LINE.exec(line) ?? [];
  const bytes = Buffer.from(encoded, 'base64');
  if (bytes.length <= ID_BYTES || bytes.toString('base64') !== encoded)
    throw new BadNote('a line of the note is no signature');
  const id = bytes.subarray(0, ID_BYTES).toString('hex');
  return { name, id, signature: bytes.subarray(ID_BYTES), line };
}

const MOST_SIGNATURES = 64;

/** @throws BadNote */
export function parseNote(note: string): Note {
  const end = note.lastIndexOf('\n\n');
  // oxlint-disable-next-line no-control-regex -- the format forbids them
  if (end < 1 || !note.endsWith('\n') || /[\u0000-\u0009\u000b-\u001f]/.test(note))
    throw new BadNote('a note has text, an empty line, and lines of signatures');
  const lines = note.slice(end + 2, -1).split('\n');
  if (lines.length > MOST_SIGNATURES) throw new BadNote('the note has too many signatures');
  return { text: note.slice(0, end + 1), signatures: lines.map(parseSignatureLine) };
}

/** Whether one of its signatures is of this key. @throws BadNote when one says so and is not */
export function isSignedBy({ text, signatures }: Note, { name, id, key }: VerifierKey): boolean {
  const own = signatures.filter((signature) => signature.name === name && signature.id === id);
  if (!own.every(({ signature }) => verify(null, Buffer.from(text), key, signature)))
    throw new BadNote(`the signature of ${name} does not fit the note`);
  return own.length > 0;
}
