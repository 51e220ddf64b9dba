import { createSecretKey } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { readFile } from 'node:fs/promises';

/** Wraps the per-person keys. Lives outside the database, in `MASTER_KEY_FILE`. */
export type MasterKey = KeyObject;

const keyBytes = 32;

/** A master key from 32 raw bytes. */
export function masterKeyOf(bytes: Uint8Array): MasterKey {
  if (bytes.length !== keyBytes) throw new Error(`a master key has ${keyBytes} bytes, not ${bytes.length}`);
  return createSecretKey(bytes);
}

/** Reads a key file: 32 raw bytes, or the same in hex or base64. */
export async function readMasterKey(file: string): Promise<MasterKey> {
  const content = await readFile(file);
  if (content.length === keyBytes) return masterKeyOf(content);
  const text = content.toString('utf8').trim();
  if (/^[0-9a-f]{64}$/i.test(text)) return masterKeyOf(Buffer.from(text, 'hex'));
  if (/^[A-Za-z0-9+/]{43}=$/.test(text)) return masterKeyOf(Buffer.from(text, 'base64'));
  throw new Error('the master key file must hold 32 bytes, raw, in hex or in base64');
}
