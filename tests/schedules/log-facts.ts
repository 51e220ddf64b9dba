import { standsIn, type TrueItem } from '@atelier/api/live/testing-model.ts';
import { PERSONAL_DATA } from '@atelier/domain/personal-data.ts';
import { inlineRowOf } from '@atelier/application/aggregates.ts';
import { inScope, type Database } from '@atelier/application/platform/database.ts';
import type { Kysely } from 'kysely';
import type { Pool } from 'pg';
import { z } from 'zod';

/** An item at one of its versions: where it stood, and the position of the event that brought it there. */
export interface ItemVersion extends TrueItem {
  readonly position: number;
}

export interface LoggedEvent {
  readonly position: number;
  readonly stream_id: string;
  readonly version: number;
  readonly type: string;
  readonly data: object;
  readonly command_id: string;
}

const placed = z.object({
  rma_id: z.number(),
  store_id: z.number(),
  status: z.number(),
  visible_sites: z.array(z.number()),
});

/** The items of a schedule as a list call reads them. */
export function readItems(db: Kysely<Database>, items: readonly number[]): Promise<readonly TrueItem[]> {
  return inScope(db, { kind: 'all' }, (trx) =>
    trx
      .selectFrom('item_row')
      .select(['id', 'version', 'rma_id', 'store_id', 'status', 'visible_sites'])
      .where('id', 'in', items)
      .execute(),
  );
}

/** The log below everything: what was really written to these streams, in order. */
export async function readEvents(admin: Pool, streams: readonly string[]): Promise<readonly LoggedEvent[]> {
  const { rows } = await admin.query<LoggedEvent>(
    `select position, stream_id, version, type, data, metadata ->> 'commandId' as command_id
       from events where stream_id = any($1) order by position`,
    [streams],
  );
  return rows;
}

/** Every version of every item, folded from the log. */
export function versionsOf(events: readonly LoggedEvent[]): ReadonlyMap<number, readonly ItemVersion[]> {
  const byStream = Map.groupBy(
    events.filter(({ stream_id }) => stream_id.startsWith('item-')),
    ({ stream_id }) => stream_id,
  );
  const versions = new Map<number, readonly ItemVersion[]>();
  for (const [streamId, own] of byStream) {
    const id = Number(streamId.slice('item-'.length));
    versions.set(
      id,
      own.map(({ position, version }) => {
        const known = own.slice(0, version).filter(({ type }) => Object.hasOwn(PERSONAL_DATA, type));
        const row = inlineRowOf(streamId, known);
        return { id, version, position, ...placed.parse(row?.values) };
      }),
    );
  }
  return versions;
}

export { standsIn };
