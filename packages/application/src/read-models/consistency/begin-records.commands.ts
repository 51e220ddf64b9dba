import {
  CREDENTIAL_KINDS,
  RECORDS_STREAM,
  credentialStream,
  tableStream,
  type CredentialKind,
  type RecordsBegun,
} from '@atelier/domain/recorded.ts';
import { sql, type Kysely, type Transaction } from 'kysely';
import { inScope, type Database } from '../../platform/database.ts';
import {
  appendIn,
  lastRecord,
  lockStream,
  systemMetadata,
  type StreamEvents,
} from '../../shared/recorded/append-in.ts';
import { credentialDigests } from '../../shared/recorded/credential-digests.queries.ts';
import { credentialRecorded } from '../../shared/recorded/record-credential.commands.ts';
import { measureTable, tableRecorded } from '../../shared/recorded/record-table.commands.ts';
import { RECORDED_TABLES } from '../../reference/recorded.table.ts';

/** Whether every table and credential has been recorded once: from then on one without a record is a fault. */
export const haveRecordsBegun = async (db: Kysely<Database>): Promise<boolean> =>
  (await lastRecord<RecordsBegun>(db, RECORDS_STREAM)) !== undefined;

/**
 * Records, once, what is there without a record, as it is: that of releases before (decisions/0204). `isDue` = nodes of those releases
 * write none any more. Answers whether all is recorded now.
 */
export async function beginRecords(db: Kysely<Database>, now: Date, isDue: boolean): Promise<boolean> {
  if (await haveRecordsBegun(db)) return true;
  return inScope(db, { kind: 'all' }, async (trx) => {
    // No import begins meanwhile: it takes the same lock.
    await sql`select pg_advisory_xact_lock(hashtext('reference import'))`.execute(trx);
    if ((await lockStream(trx, RECORDS_STREAM)) > 0) return true;
    const missing = [...(await missingTables(trx, now)), ...(await missingCredentials(trx, now))];
    const isFresh = missing.every(({ isEmpty }) => isEmpty);
    if (!isFresh && !isDue) return false;
    const begun: RecordsBegun = { type: 'RecordsBegun', data: { at: now.toISOString() } };
    const own = { streamId: RECORDS_STREAM, expectedVersion: 0, events: [begun] };
    await appendIn(trx, [...missing.map(({ stream }) => stream), own], { metadata: systemMetadata(now) });
    return true;
  });
}

interface Missing {
  readonly stream: StreamEvents;
  readonly isEmpty: boolean;
}

async function missingTables(trx: Transaction<Database>, now: Date): Promise<readonly Missing[]> {
  const found: Missing[] = [];
  for (const recorded of RECORDED_TABLES) {
    const streamId = tableStream(recorded.table);
    if ((await lockStream(trx, streamId)) > 0) continue;
    const sum = await measureTable(trx, recorded);
    const events = [tableRecorded(recorded, sum, now)];
    found.push({ stream: { streamId, expectedVersion: 0, events }, isEmpty: sum.rows === 0 });
  }
  return found;
}

async function missingCredentials(trx: Transaction<Database>, now: Date): Promise<readonly Missing[]> {
  const found: Missing[] = [];
  for (const kind of CREDENTIAL_KINDS)
    for (const [ownerId, digest] of await unrecorded(trx, kind)) {
      const events = [credentialRecorded(kind, ownerId, digest, now)];
      const stream = { streamId: credentialStream(kind, ownerId), expectedVersion: 0, events };
      found.push({ stream, isEmpty: false });
    }
  return found;
}

/** Owners whose credential of a kind has no record. */
async function unrecorded(db: Kysely<Database>, kind: CredentialKind): Promise<ReadonlyMap<number, string>> {
  const digests = await credentialDigests(db, kind);
  const streams = [...digests.keys()].map((id) => credentialStream(kind, id));
  const { rows } = await sql<{ stream_id: string }>`
    select stream_id from public.streams where stream_id = any(${streams}::text[])`.execute(db);
  const known = new Set(rows.map(({ stream_id }) => stream_id));
  return new Map([...digests].filter(([id]) => !known.has(credentialStream(kind, id))));
}
