import { phoneKeys } from '@atelier/domain/contract/codes.ts';
import { addressKeys } from '@atelier/domain/messages/address.ts';
import type { Conversation } from '@atelier/domain/messages/decide.ts';
import { messageStream } from '@atelier/domain/messages/events.ts';
import type { Message } from '@atelier/domain/messages/message.ts';
import { PHONE_CHANNELS } from '@atelier/domain/shared/message-terms.ts';
import type { Rma } from '@atelier/domain/deposit/rma.ts';
import { messageAggregate } from '../aggregates.ts';
import type { CommandServices } from '../commands/run-command.ts';

/** A text of a customer, and the event that brought it. */
export interface FoundText {
  readonly message: Message;
  readonly eventId: string;
}

export interface FoundConversation {
  /** Every text about the deposit, the oldest first. */
  readonly texts: readonly FoundText[];
  /** The newest one from the number that the deposit names today; null = none. */
  readonly newest: Conversation | null;
}

/** What the customer of a deposit wrote about it. */
export async function findConversation(
  { db, store }: Pick<CommandServices, 'db' | 'store'>,
  { id, contact }: Pick<Rma, 'id' | 'contact'>,
): Promise<FoundConversation> {
  const rows = await db
    .selectFrom('message_row')
    .select('id')
    .where('rma_id', '=', id)
    .where('kind', '=', 'received')
    .orderBy('id')
    .execute();
  const histories = await store.readStreams(rows.map((row) => messageStream(row.id)));
  const texts = [...histories.values()].flatMap(({ events }): FoundText[] => {
    const message = messageAggregate.stateOf(events);
    const [first] = events;
    return message.kind === 'none' || first === undefined ? [] : [{ message, eventId: first.eventId }];
  });
  const number = contact === null ? '' : addressKeys(contact).phone;
  const last = texts.findLast(({ message }) => number !== '' && keyOfNumber(message.from) === number);
  return { texts, newest: last === undefined ? null : conversationOf(last.message) };
}

const keyOfNumber = (number: string | null): string | undefined => phoneKeys(number ?? '').at(-1);

function conversationOf({ channel, from, plannedAt }: Message): Conversation | null {
  const known = PHONE_CHANNELS.find((each) => each === channel);
  return known === undefined || from === null ? null : { channel: known, number: from, at: plannedAt };
}
