import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, type KeyObject } from 'node:crypto';
import { pipeline, Readable } from 'node:stream';
import { createZstdCompress, createZstdDecompress } from 'node:zlib';
import { Fault } from '@atelier/host/fault.ts';

/** Seals the backups. Lies outside the database and outside the backups. */
export type BackupKey = KeyObject;

/** Bytes in order, of any size each. */
export type Bytes = AsyncIterable<Uint8Array>;

/** A file that was not sealed with this key under this name, or was changed or cut since. */
export class BrokenSeal extends Fault {
  constructor(name: string) {
    super(
      `${name} does not open with the key, or was changed or cut since it was written: name the key of these backups in BACKUP_KEY_FILE; if that is right, ${name.includes('/wal/') ? 'restore to a moment before this file, with --at' : 'restore from another backup, with --backup'}.`,
    );
  }
}

const MAGIC = Buffer.from('atelier-sealed-1');
const SALT_BYTES = 32;
const TAG_BYTES = 16;
const CHUNK_BYTES = 1024 * 1024;

/**
 * Compresses and encrypts: AES-256-GCM in chunks of 1 MiB, under a key of the file's own that its name is part of. A chunk's
 * number and whether it is the last are in its nonce, so that no chunk can be left out, repeated, cut off or moved to
 * another file (decisions/0159).
 */
export async function* seal(key: BackupKey, name: string, source: Bytes): Bytes {
  const salt = randomBytes(SALT_BYTES);
  const fileKey = fileKeyOf(key, name, salt);
  yield Buffer.concat([MAGIC, salt]);
  let number = 0;
  for await (const { chunk, isLast } of inChunks(through(source, createZstdCompress()), CHUNK_BYTES)) {
    const cipher = createCipheriv('aes-256-gcm', fileKey, nonceOf(number, isLast));
    yield Buffer.concat([cipher.update(chunk), cipher.final(), cipher.getAuthTag()]);
    number += 1;
  }
}

/**
 * What `seal` was given.
 *
 * @throws BrokenSeal at the first chunk that is not as it was written; what came before it was
 */
export function unseal(key: BackupKey, name: string, source: Bytes): Bytes {
  return through(opened(key, name, source), createZstdDecompress());
}

async function* opened(key: BackupKey, name: string, source: Bytes): Bytes {
  const headBytes = MAGIC.length + SALT_BYTES;
  let fileKey: Buffer | undefined;
  let number = 0;
  for await (const { chunk, isLast } of inChunks(source, CHUNK_BYTES + TAG_BYTES, headBytes)) {
    if (fileKey === undefined) {
      if (!chunk.subarray(0, MAGIC.length).equals(MAGIC)) throw new BrokenSeal(name);
      fileKey = fileKeyOf(key, name, chunk.subarray(MAGIC.length));
      continue;
    }
    yield openChunk(fileKey, name, chunk, nonceOf(number, isLast));
    number += 1;
  }
  if (number === 0) throw new BrokenSeal(name);
}

function openChunk(fileKey: Buffer, name: string, chunk: Buffer, nonce: Buffer): Buffer {
  try {
    const end = chunk.length - TAG_BYTES;
    const cipher = createDecipheriv('aes-256-gcm', fileKey, nonce, { authTagLength: TAG_BYTES });
    cipher.setAuthTag(chunk.subarray(end));
    return Buffer.concat([cipher.update(chunk.subarray(0, end)), cipher.final()]);
  } catch {
    throw new BrokenSeal(name);
  }
}

function fileKeyOf(key: BackupKey, name: string, salt: Uint8Array): Buffer {
  return Buffer.from(hkdfSync('sha256', key, salt, `atelier backup ${name}`, 32));
}

function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUInt32BE(Math.floor(number / 2 ** 32), 3);
  nonce.writeUInt32BE(number % 2 ** 32, 7);
  nonce[11] = isLast ? 1 : 0;
  return nonce;
}

interface Chunk {
  readonly chunk: Buffer;
  readonly isLast: boolean;
}

/** The same bytes in pieces of one size; the last may be shorter or empty. The first may have another size. */
async function* inChunks(source: Bytes, size: number, firstSize = size): AsyncGenerator<Chunk> {
  let waiting: Buffer[] = [];
  let length = 0;
  let wanted = firstSize;
  for await (const bytes of source) {
    waiting.push(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    length += bytes.byteLength;
    // More than one piece: the last one is known only at the end.
    while (length > wanted) {
      const all = waiting.length === 1 ? (waiting[0] ?? Buffer.alloc(0)) : Buffer.concat(waiting);
      yield { chunk: all.subarray(0, wanted), isLast: false };
      waiting = [all.subarray(wanted)];
      length -= wanted;
      wanted = size;
    }
  }
  yield { chunk: Buffer.concat(waiting), isLast: true };
}

/** The bytes as a transformation gives them; a failure of the source is one of the result. */
function through(source: Bytes, transform: ReturnType<typeof createZstdCompress>): Bytes {
  // The callback prevents an unhandled rejection: the reader of the transformation receives the failure.
  return pipeline(Readable.from(source), transform, () => undefined);
}
