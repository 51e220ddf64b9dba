import { keptPicture, PAR } from '@atelier/application/commands/testing-commands.ts';
import { keepSigning } from '@atelier/application/documents/log-signatures.commands.ts';
import { sealLog } from '@atelier/event-store/proof/seal-log.ts';
import { formatVerifierKey, signerKey } from '@atelier/event-store/proof/signed-note.ts';
import { generateKeyPairSync } from 'node:crypto';
import { bearer, signInAs } from '../testing-api.ts';
import type { Calls } from '../testing-calls.ts';
import { openCalls } from '../testing-calls.ts';

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
