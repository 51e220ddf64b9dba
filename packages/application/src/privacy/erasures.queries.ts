import { toInstant } from '@atelier/domain/kernel.ts';
import { respondBy } from '@atelier/domain/privacy/respond-by.ts';
import { privacyRequestStream } from '@atelier/domain/privacy/events.ts';
import type { ErasedAgainView, ErasureView } from '@atelier/contracts/privacy/schema.ts';
import type { EventStore, StoredEvent } from '@atelier/event-store/types.ts';
import { sql, type Kysely, type Selectable } from 'kysely';
import { findUserNames } from '../shared/people.queries.ts';
import type { Database } from '../platform/database.ts';
import {
  coveredOf,
  factsOf,
  findCustomerFacts,
  obstaclesOf,
  type CustomerFacts,
} from './customer-facts.queries.ts';

type Record = Selectable<Database['privacy_request_row']>;

const WAITING = ['requested', 'approved', 'running'] as const;

export interface ErasureReader {
  /** Whether the reader sees what the staff wrote: it may name the person. */
  readonly seesNotes: boolean;
}

interface Page {
  readonly show: 'waiting' | 'all';
  readonly page: number;
  readonly page_size: number;
}

/** Requests for erasure, the newest first, and how many there are. */
export async function listErasures(
  db: Kysely<Database>,
  store: Pick<EventStore, 'readStreams'>,
  { show, page, page_size }: Page,
  reader: ErasureReader,
): Promise<{ readonly erasures: readonly ErasureView[]; readonly total: number }> {
  const asked = () => {
    const all = db.selectFrom('privacy_request_row');
    return show === 'all' ? all : all.where('stage', 'in', [...WAITING]);
  };
  const { total } = await asked()
    .select((select) => select.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await asked()
    .selectAll()
    .orderBy('id', 'desc')
    .limit(page_size)
    .offset((page - 1) * page_size)
    .execute();
  return { erasures: await viewsOf(db, store, rows, reader), total };
}

/** One request; undefined where there is none. */
export async function findErasure(
  db: Kysely<Database>,
  store: Pick<EventStore, 'readStreams'>,
  id: number,
  reader: ErasureReader,
): Promise<ErasureView | undefined> {
  const rows = await db.selectFrom('privacy_request_row').selectAll().where('id', '=', id).execute();
  return (await viewsOf(db, store, rows, reader))[0];
}

/** Requests of the schedule that are put into the queue at a time: a large run is carried out in parts. */
const MOST_DUE = 200;

/** Approved or begun and not done, and the first of the schedule whose notice is over: what a worker has to see to. */
export async function listDueErasures(db: Kysely<Database>, now: Date): Promise<readonly number[]> {
  const ids = () => db.selectFrom('privacy_request_row').select('id').orderBy('id');
  const decided = await ids().where('stage', 'in', ['approved', 'running']).execute();
  const noticed = await ids()
    .where('stage', '=', 'requested')
    .where('due_at', '<=', now)
    .limit(MOST_DUE)
    .execute();
  return [...decided, ...noticed].map(({ id }) => id);
}

async function viewsOf(
  db: Kysely<Database>,
  store: Pick<EventStore, 'readStreams'>,
  rows: readonly Record[],
  { seesNotes }: ErasureReader,
): Promise<readonly ErasureView[]> {
  const facts = await findCustomerFacts(
    db,
    rows.flatMap(({ customer_refs }) => customer_refs),
  );
  const erased = await erasedAmong(
    db,
    rows.flatMap(({ customer_refs }) => customer_refs),
  );
  const names = await findUserNames(
    db,
    rows.flatMap(({ requested_by, decided_by }) => [requested_by ?? [], decided_by ?? []].flat()),
  );
  const ids = seesNotes ? rows.map(({ id }) => privacyRequestStream(id)) : [];
  const histories = await store.readStreams(ids);
  return rows.map((row) =>
    viewOf(row, factsOf(facts, row.customer_refs), {
      names,
      erased,
      notes: notesOf(histories.get(privacyRequestStream(row.id))?.events ?? []),
    }),
  );
}

function notesOf(events: readonly StoredEvent[]): ErasureView['notes'] {
  return events.flatMap(({ type, data }) =>
    'note' in data && typeof data.note === 'string' && data.note !== '' ? [{ type, note: data.note }] : [],
  );
}

interface Beside {
  readonly erased: ReadonlySet<string>;
  readonly names: ReadonlyMap<number, string>;
  readonly notes: ErasureView['notes'];
}

function viewOf(row: Record, facts: CustomerFacts, { names, notes, erased }: Beside): ErasureView {
  const account = (id: number | null) => ({ id, name: id === null ? '' : (names.get(id) ?? '') });
  const ofThem = new Map(facts.deposits.map(({ rmaId, number }) => [rmaId, number]));
  const isOpen = WAITING.some((stage) => stage === row.stage);
  return {
    id: row.id,
    version: row.version,
    customer_refs: row.customer_refs,
    deposits: [...ofThem.values()],
    reason: row.reason,
    origin: row.origin,
    stage: row.stage,
    due_at: row.due_at?.toISOString() ?? null,
    requested_at: row.requested_at.toISOString(),
    requested_by: account(row.requested_by),
    decided_at: row.decided_at?.toISOString() ?? null,
    decided_by: row.decided_at === null ? null : account(row.decided_by),
    ended_at: row.ended_at?.toISOString() ?? null,
    respond_by: row.origin === 'person' ? respondBy(toInstant(row.requested_at.getTime())) : null,
    kept_because: row.kept_because,
    covered: countedOf(row) ?? coveredOf(facts),
    ...(isOpen ? obstaclesOf(facts) : { holds: 0, open_pieces: [] }),
    notes,
    erased: NOT_CARRIED_OUT.has(row.stage) && row.customer_refs.every((ref) => erased.has(ref)),
  };
}

const NOT_CARRIED_OUT: ReadonlySet<string> = new Set(['requested', 'refused', 'withdrawn']);

async function erasedAmong(db: Kysely<Database>, refs: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ subject: string }>`
    select subject from erasures where subject = any (${refs}::text[])`.execute(db);
  return new Set(rows.map(({ subject }) => subject));
}

/** More are few: the newest are shown. */
const AGAIN_SHOWN = 50;

/** Erased persons of whom no request is known: the ledger erased them again after a restore. The newest first. */
export async function listErasedAgain(db: Kysely<Database>): Promise<readonly ErasedAgainView[]> {
  const { rows } = await sql<{ subject: string; at: Date }>`
    select e.subject, coalesce(nullif(e.applied_at, 'infinity'), e.erased_at) as at from erasures e
     where e.subject ~ '^(customer|rma)-'
       and not exists (select from privacy_request_row r where r.customer_refs @> array[e.subject])
     order by at desc, e.subject limit ${AGAIN_SHOWN}`.execute(db);
  const { deposits } = await findCustomerFacts(
    db,
    rows.map(({ subject }) => subject),
  );
  return rows.map(({ subject, at }) => ({
    customer_ref: subject,
    deposits: deposits.filter(({ customerRef }) => customerRef === subject).map(({ number }) => number),
    erased_at: at.toISOString(),
  }));
}

/** What there was when a worker began; before, what there is now. */
function countedOf({ repairs, pieces, pictures, messages }: Record): ErasureView['covered'] | null {
  if (repairs === null || pieces === null || pictures === null || messages === null) return null;
  return { repairs, pieces, pictures, messages };
}
