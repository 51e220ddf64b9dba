import { createPrivateKey, type KeyObject } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { describeError, Fault } from '@atelier/postgres/fault.ts';
import type { Queryable } from '@atelier/postgres/transaction.ts';
import {
  BadNote,
  parseVerifierKey,
  signerKey,
  type KeyUse,
  type SignerKey,
  type VerifierKey,
} from './signed-note.ts';
import { logKeys } from './tree-tables.ts';

/** The name of a log that is served below `/api/log` of this address: the address without scheme. */
export const logOriginOf = (publicUrl: string): string =>
  `${publicUrl.replace(/^\w+:\/\//, '').replace(/\/+$/, '')}/api/log`;

/**
 * The key of a file in PEM (`openssl genpkey -algorithm ed25519`), signing under this name.
 * @throws Fault when the file holds no such key
 */
export async function readSignerKey(file: string, name: string, use: KeyUse): Promise<SignerKey> {
  try {
    return signerKey(name, use, createPrivateKey(await readFile(file, 'utf8')));
  } catch (error) {
    throw new Fault(
      `The signing key ${file} cannot be used (${describeError(error)}): put a private key in PEM there, as "openssl genpkey -algorithm ed25519" makes one.`,
    );
  }
}

/**
 * The keys that checkpoints may be signed with: those that are trusted, also under names that the log had before.
 * What the database says of keys is believed only where the key itself is a trusted one.
 */
export async function trustedKeys(
  db: Queryable,
  trusted: readonly VerifierKey[],
): Promise<readonly VerifierKey[]> {
  const former = (await logKeys(db)).flatMap((key) => {
    const parsed = keyOf(key);
    if (parsed === undefined) return [];
    return trusted.some((known) => bytesOf(known.key).equals(bytesOf(parsed.key))) ? [parsed] : [];
  });
  return [...trusted, ...former];
}

/** Undefined for a row that is no key, which the verification names. */
function keyOf(text: string): VerifierKey | undefined {
  try {
    return parseVerifierKey(text);
  } catch (error) {
    if (error instanceof BadNote) return undefined;
    throw error;
  }
}

const bytesOf = (key: KeyObject): Buffer => key.export({ type: 'spki', format: 'der' });
