import { keptPicture, PAR } from '@atelier/application/commands/testing-commands.ts';
import { keepSigning } from '@atelier/application/documents/log-signatures.commands.ts';
import { signFile } from '@atelier/transparency-log/proof/file-statement.ts';
import { sealLog } from '@atelier/transparency-log/proof/seal-log.ts';
import { formatVerifierKey, signerKey } from '@atelier/transparency-log/proof/signed-note.ts';
import { generateKeyPairSync } from 'node:crypto';
import { z } from 'zod';
import { bearer, signInAs } from '../testing/testing-api.ts';
import { type Calls, openCalls } from '../testing/testing-calls.ts';
import { sha256 } from './signed-archive.ts';

export const signer = signerKey('atelier.test/api/log', 'log', generateKeyPairSync('ed25519').privateKey);
export const logKey = formatVerifierKey(signer.verifier);

export interface Dispute {
  readonly calls: Calls;
  readonly itemId: number;
  readonly zip: Buffer;
}

/** The dispute file of a piece with a picture, received by the warehouse: its history has several sealed events. */
export async function openDispute(): Promise<Dispute> {
  const calls = await openCalls(['paris', 'warehouse']);
  const { world } = calls.api;
  const itemId = await calls.received({ images: [await keptPicture(world, PAR)] });
  await world.settle();
  await sealLog(world.projectorPool, { signer });
  const failures: unknown[] = [];
  const signing = keepSigning({
    pool: world.projectorPool,
    signer,
    onError: (error) => failures.push(error),
  });
  const headers = bearer(await signInAs(calls.app, 'paris'));
  const answer = await calls.app.inject({ url: `/api/item/${itemId}/dispute?language=en`, headers });
  signing.stop();
  if (answer.statusCode !== 200) throw new Error(`${answer.statusCode} ${answer.body} ${String(failures)}`);
  return { calls, itemId, zip: answer.rawPayload };
}

export { sha256 };
export type Files = ReadonlyMap<string, Uint8Array>;

const manifestSchema = z.looseObject({ format: z.string(), files: z.unknown() });

/** As the house itself could do it, which has the key: every hash and the signature made again. */
export function signedAnew(
  files: Files,
  checkpoint = files.get('checkpoint.note'),
): ReadonlyMap<string, Buffer> {
  const { files: _, ...head } = manifestSchema.parse(JSON.parse(textIn(files, 'manifest.json')));
  const own = [...files].map(([name, bytes]) => [name, Buffer.from(bytes)] as const);
  const listed = own
    .filter(([name]) => !name.startsWith('manifest.'))
    .map(([name, bytes]) => ({ name, size: bytes.length, sha256: sha256(bytes) }));
  const bytes = Buffer.from(JSON.stringify({ ...head, files: listed }));
  const note = signFile(signer, sha256(bytes), Buffer.from(checkpoint ?? []).toString());
  return new Map([...own, ['manifest.json', bytes], ['manifest.note', Buffer.from(note)]]);
}

export const textIn = (files: Files, name: string): string => Buffer.from(files.get(name) ?? []).toString();
