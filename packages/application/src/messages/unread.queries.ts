import type { UnreadText } from '@atelier/contracts/repair/call-list-schema.ts';
import type { Instant } from '@atelier/domain/kernel.ts';
import { messageStream } from '@atelier/domain/messages/events.ts';
import { PHONE_CHANNELS } from '@atelier/domain/shared/message-terms.ts';
import type { EventStore, StreamHistory } from '@atelier/event-store/types.ts';
import { sql, type Kysely } from 'kysely';
import { messageAggregate } from '../aggregates.ts';
import type { Database } from '../platform/database.ts';

const MOST_DEPOSITS = 100;

interface UnreadDeposit {
  readonly rma_id: number;
  readonly item_id: number;
  readonly number: string;
  readonly fullname: string;
  readonly channel: string;
  /** The newest unread text. */
  readonly message_id: number;
  readonly first_at: Date;
  readonly count: number;
}

/** Texts that no one at the shop has read, by deposit, the longest waiting first. Without those of erased persons. Inside `inScope`. */
export async function listUnread(
  trx: Kysely<Database>,
  store: Pick<EventStore, 'readStreams'>,
  at: Instant | null = null,
): Promise<readonly UnreadText[]> {
  const deposits = await unreadDeposits(trx, at);
  const histories = await store.readStreams(deposits.map((row) => messageStream(row.message_id)));
  return deposits.flatMap((row) => {
    const channel = PHONE_CHANNELS.find((each) => each === row.channel);
    const text = textIn(histories.get(messageStream(row.message_id)));
    if (channel === undefined || text === null) return [];
    const { rma_id, item_id, number, fullname, count } = row;
    return [{ rma_id, item_id, number, fullname, text, channel, at: row.first_at.toISOString(), count }];
  });
}

/** Of how many deposits texts are unread. Inside `inScope`. */
export async function countUnread(trx: Kysely<Database>, at: Instant | null = null): Promise<number> {
  return (await unreadDeposits(trx, at)).length;
}

/** Those of a past moment came before it and were read after it, if at all. */
async function unreadDeposits(trx: Kysely<Database>, at: Instant | null): Promise<readonly UnreadDeposit[]> {
  const { rows } = await sql<UnreadDeposit>`
    select m.rma_id, i.id as item_id, i.number, r.fullname, m.channel, m.message_id, m.first_at, m.count
      from (select rma_id, max(id) as message_id, min(planned_at) as first_at, count(*)::int as count,
                   (array_agg(channel order by id desc))[1] as channel
              from message_row
             where kind = 'received' and (seen_at is null or seen_at > ${at}::timestamptz)
               and (${at}::timestamptz is null or planned_at <= ${at}::timestamptz)
             group by rma_id) m
      join rma_row r on r.id = m.rma_id
      join lateral (select id, number from item_row where rma_id = m.rma_id order by id limit 1) i on true
     where r.fullname <> ''
     order by m.first_at, m.rma_id limit ${MOST_DEPOSITS}`.execute(trx);
  return rows;
}

const textIn = (history: StreamHistory | undefined): string | null => {
  const message = messageAggregate.stateOf(history?.events ?? []);
  return message.kind === 'none' ? null : message.text;
};

export interface LastText {
  readonly text: string;
  readonly at: string;
}

/** What customers wrote last, by deposit. Inside `inScope`. */
export async function findLastTexts(
  trx: Kysely<Database>,
  store: Pick<EventStore, 'readStreams'>,
  rmaIds: readonly number[],
  at: Instant | null = null,
): Promise<ReadonlyMap<number, LastText>> {
  if (rmaIds.length === 0) return new Map();
  const rows = await trx
    .selectFrom('message_row')
    .distinctOn('rma_id')
    .select(['rma_id', 'id', 'planned_at'])
    .where('kind', '=', 'received')
    .where('rma_id', 'in', [...rmaIds])
    .$if(at !== null, (query) => query.where('planned_at', '<=', new Date(at ?? 0)))
    .orderBy('rma_id')
    .orderBy('id', 'desc')
    .execute();
  const histories = await store.readStreams(rows.map(({ id }) => messageStream(id)));
  return new Map(
    rows.flatMap((row) => {
      const text = textIn(histories.get(messageStream(row.id)));
      return text === null ? [] : [[row.rma_id, { text, at: row.planned_at.toISOString() }] as const];
    }),
  );
}
