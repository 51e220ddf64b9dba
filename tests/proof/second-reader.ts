// A second reader of the log's formats, written from RFC 9162 §2.1 (the hashes of RFC 6962) and the C2SP texts signed-note,
// tlog-checkpoint, tlog-cosignature and tlog-witness alone. It shares no line with packages/transparency-log/src/proof.
import { createHash, createPublicKey, sign, verify, type KeyObject } from 'node:crypto';

const sha256 = (...parts: readonly (string | Uint8Array)[]): Buffer =>
  parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest();

const node = (left: Buffer, right: Buffer): Buffer => sha256(Buffer.of(1), left, right);

export interface Key {
  readonly name: string;
  /** Four bytes in hexadecimal. */
  readonly id: string;
  readonly publicKey: KeyObject;
}

/** A key as it is printed: name, id and, in base64, a byte for its kind before 32 bytes of Ed25519. */
export function readKey(text: string): Key {
  // Base64 may hold a plus itself.
  const [, name = '', id = '', encoded = ''] = /^([^+]*)\+([0-9a-f]{8})\+(.*)$/.exec(text) ?? [];
  const bytes = Buffer.from(encoded, 'base64');
  const own = sha256(`${name}\n`, bytes).subarray(0, 4).toString('hex');
  if (own !== id || bytes.length !== 33) throw new Error(`${text} is no key`);
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: bytes.subarray(1).toString('base64url') };
  return { name, id, publicKey: createPublicKey({ key: jwk, format: 'jwk' }) };
}

export interface Head {
  readonly origin: string;
  readonly size: bigint;
  readonly root: Buffer;
}

interface SignedText {
  readonly text: string;
  readonly signatures: readonly { readonly name: string; readonly id: string; readonly bytes: Buffer }[];
}

export function readNote(note: string): SignedText {
  const cut = note.lastIndexOf('\n\n');
  const lines = note.slice(cut + 2).split('\n');
  if (cut < 0 || lines.pop() !== '') throw new Error('the note is cut off');
  const signatures = lines.map((line) => {
    const [dash, name = '', encoded = ''] = line.split(' ');
    if (dash !== '\u2014') throw new Error('a signature begins with a dash');
    const bytes = Buffer.from(encoded, 'base64');
    return { name, id: bytes.subarray(0, 4).toString('hex'), bytes: bytes.subarray(4) };
  });
  return { text: note.slice(0, cut + 1), signatures };
}

const of = ({ signatures }: SignedText, { name, id }: Key): Buffer | undefined =>
  signatures.find((each) => each.name === name && each.id === id)?.bytes;

/** The head that a checkpoint states, when the log's key signed it. */
export function readCheckpoint(note: string, log: Key): Head {
  const signed = readNote(note);
  const signature = of(signed, log);
  if (signature === undefined || !verify(null, Buffer.from(signed.text), log.publicKey, signature))
    throw new Error('not signed by the log');
  const [origin = '', size = '', root = ''] = signed.text.split('\n');
  return { origin, size: BigInt(size), root: Buffer.from(root, 'base64') };
}

/** When a witness says it saw the checkpoint, in seconds since 1970. */
export function readCosignature(note: string, witness: Key): bigint {
  const signed = readNote(note);
  const bytes = of(signed, witness);
  if (bytes === undefined) throw new Error('not signed by the witness');
  const time = bytes.readBigUInt64BE();
  const message = Buffer.from(`cosignature/v1\ntime ${time}\n${signed.text}`);
  if (!verify(null, message, witness.publicKey, bytes.subarray(8)))
    throw new Error('the signature of the witness does not fit');
  return time;
}

/** A witness's line, made by hand. */
export function writeCosignature(note: string, key: Key, privateKey: KeyObject, time: bigint): string {
  const stamp = Buffer.alloc(8);
  stamp.writeBigUInt64BE(time);
  const signed = sign(null, Buffer.from(`cosignature/v1\ntime ${time}\n${readNote(note).text}`), privateKey);
  const bytes = Buffer.concat([Buffer.from(key.id, 'hex'), stamp, signed]);
  return `\u2014 ${key.name} ${bytes.toString('base64')}\n`;
}

const isOdd = (value: bigint): boolean => value % 2n === 1n;

/** RFC 9162 §2.1.3.2. */
export function holdsLeaf(leaf: Uint8Array, index: bigint, head: Head, path: readonly Buffer[]): boolean {
  if (index >= head.size) return false;
  let [at, last, hash] = [index, head.size - 1n, sha256(Buffer.of(0), leaf)];
  for (const beside of path) {
    if (last === 0n) return false;
    if (isOdd(at) || at === last) {
      hash = node(beside, hash);
      while (!isOdd(at) && at !== 0n) [at, last] = [at >> 1n, last >> 1n];
    } else hash = node(hash, beside);
    [at, last] = [at >> 1n, last >> 1n];
  }
  return last === 0n && hash.equals(head.root);
}

/** RFC 9162 §2.1.4.2; an empty tree is the beginning of every tree, by an empty proof (tlog-witness). */
export function continues(before: Head, after: Head, proof: readonly Buffer[]): boolean {
  if (before.size === 0n) return proof.length === 0;
  if (before.size === after.size) return proof.length === 0 && before.root.equals(after.root);
  if (before.size > after.size || proof.length === 0) return false;
  const isPower = (before.size & (before.size - 1n)) === 0n;
  const [first, ...rest] = isPower ? [before.root, ...proof] : proof;
  if (first === undefined) return false;
  let [at, last] = [before.size - 1n, after.size - 1n];
  while (isOdd(at)) [at, last] = [at >> 1n, last >> 1n];
  let [older, newer] = [first, first];
  for (const beside of rest) {
    if (last === 0n) return false;
    if (isOdd(at) || at === last) {
      [older, newer] = [node(beside, older), node(beside, newer)];
      while (!isOdd(at) && at !== 0n) [at, last] = [at >> 1n, last >> 1n];
    } else newer = node(newer, beside);
    [at, last] = [at >> 1n, last >> 1n];
  }
  return last === 0n && older.equals(before.root) && newer.equals(after.root);
}

/** Body of `add-checkpoint`: old size, proof, checkpoint. */
export interface Submission {
  readonly oldSize: bigint;
  readonly proof: readonly Buffer[];
  readonly note: string;
}

export function readSubmission(body: string): Submission {
  const cut = body.indexOf('\n\n');
  const [first = '', ...proof] = body.slice(0, cut).split('\n');
  if (!first.startsWith('old ')) throw new Error('the request begins with the old size');
  return {
    oldSize: BigInt(first.slice(4)),
    proof: proof.map((line) => Buffer.from(line, 'base64')),
    note: body.slice(cut + 2),
  };
}

export const writeSubmission = ({ oldSize, proof, note }: Submission): string =>
  [`old ${oldSize}`, ...proof.map((hash) => hash.toString('base64')), '', note].join('\n');
