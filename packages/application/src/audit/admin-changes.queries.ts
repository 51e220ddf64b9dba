import { changeLines, evolveChange, type ChangeState } from '@atelier/domain/audit/change-lines.ts';
import type { ChangeView, ChangesQuery } from '@atelier/contracts/audit/schema.ts';
import { sql, type Kysely } from 'kysely';
import type { Database } from '../platform/database.ts';
import type { EventStore } from '@atelier/event-store/types.ts';
import { shownChange, type ChangeRights, type AdminChange } from './change-view.queries.ts';
import { findNames } from '../shared/people.queries.ts';

export interface FoundChanges {
  readonly changes: ChangeView[];
  readonly people: { readonly id: number; readonly name: string }[];
  readonly next: number | null;
}

/**
 * A page of what administrators changed, the newest first: which events by index, what they made of what from their
 * streams, which are short. Call inside `inScope`.
 */
export async function findAdminChanges(
  trx: Kysely<Database>,
  store: Pick<EventStore, 'readStreams'>,
  asked: ChangesQuery,
  rights: ChangeRights,
): Promise<FoundChanges> {
  const rows = await listPositions(trx, asked);
  const page = rows.slice(0, asked.page_size);
  const found = await readChanges(store, page);
  const actors = await listActors(trx);
  const names = await findNames(trx, actors);
  const changes = found.map((change) => shownChange(change, names, rights));
  const people = actors.map((id) => ({ id, name: names.users.get(id) ?? `#${id}` }));
  return {
    changes,
    people: people.toSorted((a, b) => a.name.localeCompare(b.name)),
    next: rows.length > page.length ? (page.at(-1)?.position ?? null) : null,
  };
}

interface Place {
  readonly position: number;
  readonly stream_id: string;
}

/** One more than asked for: then there is a next page. */
function listPositions(trx: Kysely<Database>, asked: ChangesQuery): Promise<Place[]> {
  let query = trx.selectFrom('admin_changes').select(['position', 'stream_id']);
  if (asked.before !== undefined) query = query.where('position', '<', asked.before);
  if (asked.kind !== undefined) query = query.where('kind', '=', asked.kind);
  if (asked.person !== undefined) query = query.where('actor_id', '=', asked.person);
  return query
    .orderBy('position', 'desc')
    .limit(asked.page_size + 1)
    .execute();
}

/** Everybody who ever changed something: from one to the next by index, not by reading every row. */
async function listActors(trx: Kysely<Database>): Promise<number[]> {
  const { rows } = await sql<{ id: number | null }>`
    with recursive actor(id) as (
      select min(actor_id) from admin_changes
      union all
      select (select min(c.actor_id) from admin_changes c where c.actor_id > actor.id) from actor where actor.id is not null
    ) select id from actor where id is not null`.execute(trx);
  return rows.flatMap(({ id }) => id ?? []);
}

async function readChanges(
  store: Pick<EventStore, 'readStreams'>,
  page: readonly Place[],
): Promise<AdminChange[]> {
  const streams = await store.readStreams([...new Set(page.map((row) => row.stream_id))]);
  const wanted = new Set(page.map(({ position }) => position));
  const found = new Map<number, AdminChange>();
  for (const { events } of streams.values()) {
    let record: ChangeState = new Map();
    for (const event of events) {
      const lines = wanted.has(event.position) ? changeLines(record, event) : [];
      record = evolveChange(record, event);
      if (wanted.has(event.position)) found.set(event.position, { event, lines, record });
    }
  }
  return page.flatMap(({ position }) => found.get(position) ?? []);
}
