import { eventsAt, type Moment } from '@atelier/domain/audit/moment.ts';
import type { CustomerRef, Instant, RmaId } from '@atelier/domain/kernel.ts';
import { toMessageRow, type MessageRow } from '@atelier/domain/messages/message.ts';
import { NEWS_FOR_MS } from '@atelier/domain/messages/decide.ts';
import { STATUSES } from '@atelier/domain/shared/status.ts';
import { sql, type Kysely, type Selectable } from 'kysely';
import { messageAggregate } from '../aggregates.ts';
import { itemInSight, type ItemReader } from '../commands/past-streams.ts';
import { findUserNames } from '../shared/people.queries.ts';
import type { MessageTable } from './message.table.ts';
import { inScope, type Database, type AppDb } from '../platform/database.ts';
import type { EventStore, StoredEvent } from '@atelier/event-store/types.ts';
import { messageStream } from '@atelier/domain/messages/events.ts';
import type { MessageLine } from '@atelier/contracts/messages/schema.ts';

/** Messages that are due for a worker by now, the longest due first, with their versions. */
export function listDueMessages(
  db: AppDb,
  now: Date,
  limit: number,
): Promise<readonly { id: number; version: number }[]> {
  return db
    .selectFrom('message_row')
    .select(['id', 'version'])
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .limit(limit)
    .execute();
}

/** Statuses of a piece whose customer still waits for it to be ready. */
const IN_REPAIR = STATUSES.filter(
  ({ phase }) => phase === 'shop' || phase === 'transit' || phase === 'factory',
).map(({ id }) => id);

/**
 * Pieces in repair that were deposited before a moment, recently enough for a message, and have no message on the delay. Pieces
 * deposited while messages were off are among them.
 */
export function listDelayed(db: AppDb, until: Date, limit: number): Promise<readonly { id: number }[]> {
  const since = new Date(until.getTime() - NEWS_FOR_MS);
  return inScope(db, { kind: 'all' }, (trx) =>
    trx
      .selectFrom('item_row as i')
      .select('i.id')
      .where('i.created_at', '<=', until)
      .where('i.created_at', '>', since)
      .where('i.status', 'in', IN_REPAIR)
      .where((where) =>
        where.not(
          where.exists(
            where
              .selectFrom('message_row as m')
              .select('m.id')
              .whereRef('m.rma_id', '=', 'i.rma_id')
              .where('m.kind', '=', 'delay')
              .whereRef('i.id', '=', sql`any (m.item_ids)`),
          ),
        ),
      )
      .orderBy('i.created_at')
      .limit(limit)
      .execute(),
  );
}

export interface PieceMessages {
  readonly rmaId: RmaId;
  readonly customerRef: CustomerRef;
  readonly lines: readonly MessageLine[];
}

/** Who reads a thread, and the moment that it shows; null = now. */
export interface ThreadReader extends ItemReader {
  readonly store: Pick<EventStore, 'readStream' | 'readStreams'>;
}

/**
 * Messages about one piece and texts of its customer, the newest first, as they stood at the moment; undefined where the piece is not
 * to be seen. Inside `inScope`.
 */
export async function listMessagesOfPiece(
  trx: Kysely<Database>,
  reader: ThreadReader,
  itemId: number,
): Promise<PieceMessages | undefined> {
  const { store, moment } = reader;
  if (moment !== null && (await itemInSight(trx, itemId, reader)) === undefined) return undefined;
  const piece = await trx
    .selectFrom('item_row as i')
    .innerJoin('rma_row as r', 'r.id', 'i.rma_id')
    .select(['i.rma_id', 'r.customer_ref'])
    .where('i.id', '=', itemId)
    .executeTakeFirst();
  if (piece === undefined) return undefined;
  const rows = await trx
    .selectFrom('message_row')
    .selectAll()
    .where('rma_id', '=', piece.rma_id)
    .orderBy('planned_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  const own = rows.filter(({ item_ids: ids }) => ids.includes(itemId));
  const histories = await store.readStreams(own.map(({ id }) => messageStream(id)));
  const lines = own.flatMap((row) =>
    linesAt(row, histories.get(messageStream(row.id))?.events ?? [], moment),
  );
  const authors = await findUserNames(
    trx,
    lines.flatMap(({ authorId }) => authorId ?? []),
  );
  return {
    rmaId: piece.rma_id,
    customerRef: piece.customer_ref,
    lines: lines.map(({ authorId, ...line }) => ({ ...line, author: authors.get(authorId ?? 0) ?? null })),
  };
}

type UnnamedLine = Omit<MessageLine, 'author'> & { readonly authorId: number | null };

/** The line as its row has it, or as its stream had it at a moment; none before it was planned or came. */
function linesAt(
  row: Selectable<MessageTable>,
  events: readonly StoredEvent[],
  moment: Moment | null,
): readonly UnnamedLine[] {
  if (moment === null) return [lineOf(row, events)];
  const past = eventsAt(events, moment);
  const message = messageAggregate.stateOf(past);
  return message.kind === 'none' ? [] : [lineOf(toMessageRow(message), past)];
}

const instantOf = (moment: Date | Instant): Instant => new Date(moment).toISOString();

function lineOf(row: Selectable<MessageTable> | MessageRow, events: readonly StoredEvent[]): UnnamedLine {
  const message = messageAggregate.stateOf(events);
  const { from, text, author } = message.kind === 'none' ? NOTHING : message;
  return {
    id: row.id,
    kind: row.kind,
    state: row.state,
    channel: row.channel,
    language: row.language,
    why: row.why,
    fault: row.fault,
    attempts: row.attempts,
    to: toIn(events),
    from,
    text,
    authorId: author?.userId ?? null,
    seen_at: row.seen_at && instantOf(row.seen_at),
    planned_at: instantOf(row.planned_at),
    changed_at: instantOf(row.changed_at),
    due_at: row.due_at && instantOf(row.due_at),
  };
}

const NOTHING = { from: null, text: null, author: null };

/** Where it went; null where it did not, and of an erased person. */
function toIn(events: readonly StoredEvent[]): string | null {
  const sent = events.find(({ type }) => type === 'MessageSent');
  const to = sent === undefined || !('to' in sent.data) ? null : sent.data.to;
  return typeof to === 'string' ? to : null;
}
