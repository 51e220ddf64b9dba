import { credentialStream, type CredentialKind, type CredentialRecorded } from '@atelier/domain/recorded.ts';
import type { Kysely, Transaction } from 'kysely';
import type { Database } from '../../platform/database.ts';
import { appendIn, lastRecord, lockStream, systemMetadata, type StreamEvents } from './append-in.ts';
import { credentialDigests } from './credential-digests.queries.ts';

/**
 * Changes a credential, and records it in the same transaction (decisions/0204): a credential that something else wrote
 * is found. `change` answers who else lost one.
 */
export async function changeCredential<T>(
  db: Kysely<Database>,
  kind: CredentialKind,
  ownerId: number,
  now: Date,
  change: (trx: Transaction<Database>) => Promise<{ readonly value: T; readonly others?: readonly number[] }>,
): Promise<T> {
  return db.transaction().execute(async (trx) => {
    const version = await lockStream(trx, credentialStream(kind, ownerId));
    const { value, others = [] } = await change(trx);
    const streams = [await recordOf(trx, kind, ownerId, version, now)];
    for (const id of others) {
      const theirs = await lockStream(trx, credentialStream(kind, id));
      streams.push(await recordOf(trx, kind, id, theirs, now));
    }
    const changed = streams.flatMap((stream) => stream ?? []);
    if (changed.length > 0) await appendIn(trx, changed, { metadata: systemMetadata(now) });
    return value;
  });
}

/** Undefined where the last record says the same. */
async function recordOf(
  trx: Transaction<Database>,
  kind: CredentialKind,
  ownerId: number,
  version: number,
  now: Date,
): Promise<StreamEvents | undefined> {
  const streamId = credentialStream(kind, ownerId);
  const digest = (await credentialDigests(trx, kind, [ownerId])).get(ownerId) ?? null;
  const last = version === 0 ? undefined : await lastRecord<CredentialRecorded>(trx, streamId);
  if ((last?.data.digest ?? null) === digest) return undefined;
  return { streamId, expectedVersion: version, events: [credentialRecorded(kind, ownerId, digest, now)] };
}

export const credentialRecorded = (
  kind: CredentialKind,
  ownerId: number,
  digest: string | null,
  now: Date,
): CredentialRecorded => ({
  type: 'CredentialRecorded',
  data: { kind, ownerId, digest, at: now.toISOString() },
});
