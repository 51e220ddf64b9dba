import { navStream } from '@atelier/domain/nav/events.ts';
import type { NavDocumentDetail, NavStep } from '@atelier/contracts/nav/schema.ts';
import type { Kysely } from 'kysely';
import { findNames, type Names } from '../shared/people.queries.ts';
import type { Database } from '../platform/database.ts';
import type { EventStore, StoredEvent } from '@atelier/event-store/types.ts';
import { findNavRecords, listNavItems, toNavView } from './nav.queries.ts';

/** One document with its pieces and everything that happened to it; undefined when it is not in sight. Inside `inScope`. */
export async function findNavDetail(
  trx: Kysely<Database>,
  store: Pick<EventStore, 'readStream'>,
  id: number,
): Promise<NavDocumentDetail | undefined> {
  const [record] = await findNavRecords(trx, [id]);
  if (record === undefined) return undefined;
  const { events } = await store.readStream(navStream(id));
  const names = await findNames(
    trx,
    events.flatMap((event) => userOf(event) ?? []),
  );
  return {
    ...toNavView(record),
    items: await listNavItems(trx, record.item_ids),
    history: events.map((event) => stepOf(event, names)),
  };
}

function stepOf(event: StoredEvent, names: Names): NavStep {
  const data = new Map<string, unknown>(Object.entries(event.data));
  const text = (name: string): string => {
    const value = data.get(name);
    return typeof value === 'string' ? value : '';
  };
  const attempt = data.get('attempt');
  const user = userOf(event);
  return {
    type: event.type,
    at: text('at'),
    by: user === undefined ? '' : (names.users.get(user) ?? ''),
    attempt: typeof attempt === 'number' ? attempt : null,
    code: text('code') || text('because') || text('navNumber') || text('trackingNumber'),
    message: text('message'),
    reason: text('reason'),
  };
}

function userOf({ metadata }: StoredEvent): number | undefined {
  const id = Number(metadata.actor.id);
  return metadata.actor.kind === 'user' && Number.isSafeInteger(id) ? id : undefined;
}
