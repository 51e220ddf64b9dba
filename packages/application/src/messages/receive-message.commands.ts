import { acceptStreams } from '@atelier/domain/decider.ts';
import { phoneKeys } from '@atelier/domain/contract/codes.ts';
import { addressKeys } from '@atelier/domain/messages/address.ts';
import { messageStream, type CustomerMessageReceived } from '@atelier/domain/messages/events.ts';
import { cleanText, correspondentOf, type Correspondent } from '@atelier/domain/messages/inbound.ts';
import { PHONE_CHANNELS, type PhoneChannel } from '@atelier/domain/shared/message-terms.ts';
import { FINAL_STATUSES } from '@atelier/domain/shared/status.ts';
import { sql, type Transaction } from 'kysely';
import { runCommand, type Caller, type CommandServices } from '../commands/run-command.ts';
import { inScope, type Database } from '../platform/database.ts';
import { findItems } from '../repair-list/search.queries.ts';
import { searchGroups } from '../repair-list/search-terms.queries.ts';

/** A text as the gateway hands it over. */
export interface ReceivedText {
  /** With its country's code. */
  readonly from: string;
  readonly channel: PhoneChannel;
  readonly text: string;
  readonly gatewayId: string;
}

/**
 * Keeps a customer's text in the thread of their deposit, once for each id of the gateway. False where it belongs to no one customer:
 * then it is kept nowhere.
 */
export async function receiveMessage(
  services: CommandServices,
  caller: Caller,
  { from, channel, text, gatewayId }: ReceivedText,
): Promise<boolean> {
  const clean = cleanText(text);
  const found = await findCorrespondents(services, from);
  const owner = correspondentOf(found, services.clock.now().toISOString());
  const about = found.find(({ rmaId }) => rmaId === owner?.rmaId)?.about;
  if (about === undefined || clean === '') return false;
  const [messageId = 0] = await services.store.nextIds(1);
  const outcome = await runCommand(services, caller, {
    streams: [],
    decide: (_states, { now }) => {
      const data = { ...about, messageId, channel, from, text: clean, gatewayId, at: now };
      const event: CustomerMessageReceived = { type: 'CustomerMessageReceived', data };
      return acceptStreams([{ streamId: messageStream(messageId), events: [event] }]);
    },
  });
  return outcome.ok;
}

type About = Pick<CustomerMessageReceived['data'], 'rmaId' | 'itemIds' | 'storeId' | 'customerRef'>;
type FoundCorrespondent = Correspondent & { readonly about: About };

/** Pieces that are looked at: more than a family ever brought, fewer than a test number of the shops would find. */
const MOST_PIECES = 200;

/** The deposits that name a number today. */
async function findCorrespondents(
  { db }: Pick<CommandServices, 'db'>,
  number: string,
): Promise<readonly FoundCorrespondent[]> {
  const key = phoneKeys(number).at(-1);
  if (key === undefined) return [];
  return inScope(db, { kind: 'all' }, async (trx) => {
    const found = await findItems(trx, searchGroups(`+${key}`), { fields: ['phone'], cap: MOST_PIECES });
    const rows = await depositsOf(
      trx,
      found.map(({ id }) => id),
    );
    return rows.filter((row) => addressKeys(row).phone === key).map(correspondent);
  });
}

type DepositRow = Awaited<ReturnType<typeof depositsOf>>[number];

const depositsOf = async (trx: Transaction<Database>, itemIds: readonly number[]) => {
  const deposits = trx
    .selectFrom('item_row')
    .select('rma_id')
    .where((where) => where('id', '=', where.fn.any(where.val([...itemIds]))));
  return trx
    .selectFrom('rma_row as r')
    .innerJoin('item_row as i', 'i.rma_id', 'r.id')
    .select(['r.id', 'r.customer_ref', 'r.store_id', 'r.created_at', 'r.fullname'])
    .select(['r.email', 'r.phone_code as phoneCode', 'r.phone'])
    .select(sql<number[]>`array_agg(i.id order by i.id)`.as('item_ids'))
    .select(sql<boolean>`bool_or(i.status <> all(${[...FINAL_STATUSES]}::int[]))`.as('is_open'))
    .select(writtenAt.as('written_at'))
    .where('r.id', 'in', deposits)
    .groupBy('r.id')
    .execute();
};

/** When a message about the deposit last left for the phone. */
const writtenAt = sql<Date | null>`(
  select max(m.changed_at) from message_row m
   where m.rma_id = r.id and m.state = 'sent' and m.channel = any(${[...PHONE_CHANNELS]}::text[]))`;

const correspondent = (row: DepositRow): FoundCorrespondent => ({
  rmaId: row.id,
  person: row.fullname.toLowerCase(),
  isOpen: row.is_open,
  depositedAt: row.created_at.toISOString(),
  writtenAt: row.written_at?.toISOString() ?? null,
  about: {
    rmaId: row.id,
    itemIds: row.item_ids,
    storeId: row.store_id,
    customerRef: row.customer_ref,
  },
});
