import { createSecretKey, type KeyObject } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { describeError, Fault } from '@atelier/postgres/fault.ts';

/** Wraps the per-person keys. Lives outside the database, in `MASTER_KEY_FILE`. */
export type MasterKey = KeyObject;

const keyBytes = 32;

/** A master key from 32 raw bytes. */
export function masterKeyOf(bytes: Uint8Array): MasterKey {
  if (bytes.length !== keyBytes) throw new Error(`a master key has ${keyBytes} bytes, not ${bytes.length}`);
  return createSecretKey(bytes);
}

/**
 * Reads a key file: 32 raw bytes, or the same in hex or base64.
 *
 * @throws Fault that names the file, never what it holds
 */
export async function readMasterKey(file: string): Promise<MasterKey> {
  const content = await readFile(file).catch((error: unknown) => refuse(file, error));
  const bytes = bytesIn(content);
  if (bytes === undefined) refuse(file, 'a master key has 32 bytes, raw, in hex or in base64');
  return masterKeyOf(bytes);
}

function bytesIn(content: Buffer): Buffer | undefined {
  if (content.length === keyBytes) return content;
  const text = content.toString('utf8').trim();
  if (/^[0-9a-f]{64}$/i.test(text)) return Buffer.from(text, 'hex');
  return /^[A-Za-z0-9+/]{43}=$/.test(text) ? Buffer.from(text, 'base64') : undefined;
}

function refuse(file: string, reason: unknown): never {
  const isClosed = reason instanceof Error && 'code' in reason && reason.code === 'EACCES';
  const advice = isClosed
    ? 'let this user read it'
    : 'put the key there that the database was written with, or name its file in MASTER_KEY_FILE';
  throw new Fault(`The master key ${file} cannot be used (${describeError(reason)}): ${advice}.`);
}
