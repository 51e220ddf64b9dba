import type { EventRow, EventStore } from '@atelier/event-store/types.ts';
import type { Kysely } from 'kysely';
import { inScope, queryable, type Database } from '../../platform/database.ts';
import { FILE_EVENTS, filesIn, type RecordedFile, type UnreadableEvent } from './recorded-files.queries.ts';

/** What some events of the log name. */
export interface FilePage {
  readonly files: readonly RecordedFile[];
  readonly unreadable: readonly UnreadableEvent[];
  /** Position of the last of these events; undefined where there is none. */
  readonly upTo: number | undefined;
}

export interface FileReader {
  readonly db: Kysely<Database>;
  readonly store: Pick<EventStore, 'decode'>;
}

const PAGE = 200;

// Columns of the table itself: no function of the database that is verified says what an event holds.
const eventsSql = `
  select e.position, e.stream_id, e.version, e.event_id, e.type, e.schema_version, e.data, e.metadata, '' as recorded, '' as hash
    from public.events e
   where e.position > $1 and e.type = any ($2::text[]) and ($3::text[] is null or e.stream_id = any ($3::text[]))
   order by e.position limit ${PAGE}`;

/** Every event that names files, a page at a time; with `streams`, those of these streams alone. */
export async function* filePages(
  { db, store }: FileReader,
  streams: readonly string[] | null = null,
): AsyncGenerator<FilePage> {
  for (let after: number | undefined = Number.MIN_SAFE_INTEGER; after !== undefined;) {
    const values: unknown[] = [after, FILE_EVENTS, streams];
    const { rows } = await queryable(db).query<EventRow>(eventsSql, values);
    const found = (await store.decode(rows)).map(filesIn);
    const upTo = rows.at(-1)?.position;
    yield {
      files: found.flatMap((each) => ('reason' in each ? [] : each)),
      unreadable: found.flatMap((each) => ('reason' in each ? each : [])),
      upTo,
    };
    after = rows.length < PAGE ? undefined : upTo;
  }
  yield* archivedPages(db, streams);
}

interface ArchivedRow {
  readonly item_id: number;
  readonly image_id: string;
  readonly kind: RecordedFile['what'];
}

const archivedSql = `
  select m.item_id, m.image_id, m.kind from item_images m
    join public.streams s on s.stream_id = 'item-' || m.item_id
   where s.archive is not null and (m.item_id, m.image_id) > ($1, $2)
     and ($3::text[] is null or s.stream_id = any ($3::text[]))
   order by m.item_id, m.image_id limit ${PAGE}`;

/** Pictures of pieces whose events lie in archive files, as the read model names them. */
async function* archivedPages(
  db: Kysely<Database>,
  streams: readonly string[] | null,
): AsyncGenerator<FilePage> {
  for (let after: readonly [number, string] | undefined = [0, '']; after !== undefined;) {
    const values: unknown[] = [...after, streams];
    const { rows } = await inScope(db, { kind: 'all' }, (trx) =>
      queryable(trx).query<ArchivedRow>(archivedSql, values),
    );
    const files = rows.map(({ item_id, image_id: reference, kind: what }) => ({
      streamId: `item-${item_id}`,
      version: null,
      position: null,
      what,
      nth: null,
      reference,
    }));
    yield { files, unreadable: [], upTo: undefined };
    const last = rows.at(-1);
    after = rows.length < PAGE || last === undefined ? undefined : [last.item_id, last.image_id];
  }
}
