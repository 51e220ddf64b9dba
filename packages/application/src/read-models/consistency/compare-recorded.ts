import {
  CREDENTIAL_KINDS,
  credentialStream,
  tableStream,
  type CredentialKind,
  type CredentialRecorded,
  type TableRecorded,
} from '@atelier/domain/recorded.ts';
import type { DifferencePlace } from '@atelier/domain/system/consistency/events.ts';
import { sql, type Kysely } from 'kysely';
import type { Database } from '../../platform/database.ts';
import { sessionDigest } from '../../identity/sessions.queries.ts';
import { lastRecord } from '../../shared/recorded/append-in.ts';
import { credentialDigests } from '../../shared/recorded/credential-digests.queries.ts';
import { CREDENTIALS } from '../../shared/recorded/credentials.ts';
import { compareKeys, KEYS_TABLE } from './compare-keys.ts';
import type { EventStore } from '@atelier/event-store/types.ts';
import { haveRecordsBegun } from './begin-records.commands.ts';
import { measureTable } from '../../shared/recorded/record-table.commands.ts';
import { RECORDED_TABLES } from '../../reference/recorded.table.ts';

type Session = Kysely<Database>;

/** Tables that no events make, and whose changes the log records (decisions/0204). */
export const COMPARED_BY_RECORD: ReadonlySet<string> = new Set([
  ...RECORDED_TABLES.map(({ table }) => table),
  ...Object.values(CREDENTIALS).map(({ table }) => table),
  KEYS_TABLE,
]);

/**
 * Compares reference data, credentials and sessions with what the log recorded of their last change, all at one moment, and keys of
 * persons with what the log says of their erasure. What was never recorded is left out.
 */
export async function compareRecorded(
  session: Session,
  store: Pick<EventStore, 'keyStates'>,
): Promise<readonly DifferencePlace[]> {
  const recorded = await compareAtOneMoment(session);
  return [...recorded, ...(await compareKeys(session, store))];
}

function compareAtOneMoment(session: Session): Promise<readonly DifferencePlace[]> {
  return session
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      const found: DifferencePlace[] = [];
      for (const { table } of RECORDED_TABLES) found.push(...(await compareTable(trx, table)));
      const begun = await haveRecordsBegun(trx);
      for (const kind of CREDENTIAL_KINDS) found.push(...(await compareCredentials(trx, kind, begun)));
      return [...found, ...(await compareSessions(trx, begun))];
    });
}

async function compareTable(trx: Session, table: string): Promise<readonly DifferencePlace[]> {
  const streamId = tableStream(table);
  const last = await lastRecord<TableRecorded>(trx, streamId);
  if (last === undefined) return [];
  await sql`select set_config('app.scope_kind', 'all', true)`.execute(trx);
  const { rows, sum } = await measureTable(trx, last.data);
  if (rows === last.data.rows && sum === last.data.sum) return [];
  const kind = rows < last.data.rows ? 'missing' : rows > last.data.rows ? 'extra' : 'changed';
  const { version, position } = last;
  return [{ table, key: `rows=${rows}`, kind, columns: [], streamId, version, position }];
}

interface Recorded {
  readonly owner: number;
  readonly digest: string | null;
  readonly version: number;
  readonly position: number;
}

async function compareCredentials(
  trx: Session,
  kind: CredentialKind,
  begun: boolean,
): Promise<readonly DifferencePlace[]> {
  const kept = await credentialDigests(trx, kind);
  const recorded = await recordedCredentials(trx, kind);
  const known = new Set(recorded.map(({ owner }) => owner));
  const strangers = [...kept.keys()].filter((owner) => begun && !known.has(owner));
  return [
    ...recorded.flatMap((record) => differenceOf(kind, record, kept.get(record.owner) ?? null)),
    ...strangers.map((owner) => placeOf(kind, { owner, version: 0, position: 0 }, 'extra')),
  ];
}

/** The last record of each credential of a kind. */
async function recordedCredentials(trx: Session, kind: CredentialKind): Promise<readonly Recorded[]> {
  const prefix = credentialStream(kind, 0).slice(0, -1);
  const { rows } = await sql<{
    version: number;
    position: number;
    data: CredentialRecorded['data'];
  }>`
    select e.version, e.position, e.data from public.streams s
      join public.events e on e.stream_id = s.stream_id and e.version = s.version
     where s.stream_id >= ${prefix} and s.stream_id < ${`${prefix}:`}`.execute(trx);
  return rows.map(({ data: { ownerId: owner, digest }, version, position }) => ({
    owner,
    digest,
    version,
    position,
  }));
}

function differenceOf(
  kind: CredentialKind,
  record: Recorded,
  kept: string | null,
): readonly DifferencePlace[] {
  if (record.digest === kept) return [];
  if (kept === null) return [placeOf(kind, record, 'missing')];
  return [placeOf(kind, record, record.digest === null ? 'extra' : 'changed')];
}

function placeOf(
  kind: CredentialKind,
  { owner, version, position }: Pick<Recorded, 'owner' | 'version' | 'position'>,
  difference: 'missing' | 'extra' | 'changed',
): DifferencePlace {
  const { table, owner: column } = CREDENTIALS[kind];
  const streamId = credentialStream(kind, owner);
  return { table, key: `${column}=${owner}`, kind: difference, columns: [], streamId, version, position };
}

interface OpenSession {
  readonly id: string;
  readonly user_id: number;
  readonly token_hash: Buffer;
  readonly began: { readonly userId: number; readonly session?: string } | null;
  readonly position: number | null;
  readonly has_ended: boolean;
}

/** Sessions that still open something, beside the sign-ins that began them. */
async function compareSessions(trx: Session, begun: boolean): Promise<readonly DifferencePlace[]> {
  const { rows } = await sql<OpenSession>`
    select s.id::text as id, s.user_id, s.token_hash, e.data as began, e.position,
           exists (select from public.events o
                    where o.stream_id = 'session-' || s.id and o.type = 'SignedOut') as has_ended
      from public.sessions s
      left join public.events e
        on e.stream_id = 'session-' || s.id and e.version = 1 and e.type = 'SignedIn'
     where s.kind <> 'key' and s.revoked_at is null and s.ends_at > clock_timestamp()`.execute(trx);
  return rows.flatMap((row) => {
    const kind = sessionDifference(row, begun);
    if (kind === undefined) return [];
    const place = { key: `id=${row.id}`, streamId: `session-${row.id}`, position: row.position ?? 0 };
    return [{ table: 'sessions', kind, columns: [], version: 1, ...place }];
  });
}

function sessionDifference(row: OpenSession, begun: boolean): 'extra' | 'changed' | undefined {
  if (row.began === null) return begun ? 'extra' : undefined;
  if (row.has_ended || row.began.userId !== row.user_id) return 'changed';
  const isAsBegun = row.began.session === undefined || row.began.session === sessionDigest(row.token_hash);
  return isAsBegun ? undefined : 'changed';
}
