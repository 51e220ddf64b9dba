import { acceptStreams, reject, type StreamsDecision } from '../decider.ts';
import type { Actor, Instant } from '../kernel.ts';
import { planMessage, wayToReply, type MessageFacts, type ReplyContext } from './decide.ts';
import { messageStream, type MessageEvent, type MessageHead } from './events.ts';
import type { Message } from './message.ts';

interface SeenBy {
  readonly now: Instant;
  readonly by: Actor;
}

/** What staff answer to a customer; it leaves by the same outbox as every message. */
export interface AskedReply {
  readonly head: MessageHead;
  readonly text: string;
  /** Texts of the customer that it answers: read with it. */
  readonly answered: readonly Message[];
}

/** Plans an answer in the words of the staff, or says what stands against it. */
export function decideReply(
  { head, text, answered }: AskedReply,
  facts: MessageFacts,
  context: ReplyContext & SeenBy,
): StreamsDecision<MessageEvent> {
  const { why } = wayToReply(facts, context);
  if (why !== null) return reject('message_not_possible', { why });
  const { now: at, by } = context;
  const { messageId, rmaId, customerRef } = head;
  const written: MessageEvent = { type: 'CustomerReplyWritten', data: { rmaId, customerRef, text, at, by } };
  const events = [...planMessage(head, facts, { ...context, way: 'phone' }), written];
  const seen = markSeen(answered, { now: at, by });
  return acceptStreams([{ streamId: messageStream(messageId), events }, ...seen]);
}

/** Marks texts of a customer as read; those that were read before are left as they are. */
export const markSeen = (texts: readonly Message[], { now: at, by }: SeenBy) =>
  texts
    .filter(({ head, seenAt }) => head.kind === 'received' && seenAt === null)
    .map(({ head: { messageId, rmaId } }) => ({
      streamId: messageStream(messageId),
      events: [{ type: 'CustomerMessageSeen', data: { rmaId, at, by } } as const],
    }));
