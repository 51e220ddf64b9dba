import { acceptStreams, reject } from '@atelier/domain/decider.ts';
import { wayToReply, type WayToCustomer } from '@atelier/domain/messages/decide.ts';
import { messageStream, type MessageHead } from '@atelier/domain/messages/events.ts';
import { decideReply, markSeen } from '@atelier/domain/messages/reply.ts';
import { rmaStream, type RmaId } from '@atelier/domain/kernel.ts';
import type { Rma } from '@atelier/domain/deposit/rma.ts';
import { messageAggregate, rmaAggregate } from '../aggregates.ts';
import {
  runCommand,
  type Caller,
  type CommandOutcome,
  type CommandServices,
} from '../commands/run-command.ts';
import { findConversation } from './conversation.queries.ts';
import { findMessageFacts, type FactSettings, type KnownMessage } from './message-facts.queries.ts';

/** Up to the newest text that the screen showed: one that came meanwhile stays unread. */
interface UpTo {
  readonly rmaId: RmaId;
  readonly upTo: number;
}

/** `POST /messages/reply`: what staff write to a customer who has written, planned as every message is. */
export async function replyToCustomer(
  services: CommandServices,
  house: FactSettings,
  caller: Caller,
  { rmaId, upTo, text }: UpTo & { readonly text: string },
): Promise<CommandOutcome> {
  const rma = await findDeposit(services, rmaId);
  if (rma === null) return reject('not_found');
  const { head, known, unread } = await findReply(services, house, rma, upTo);
  if (known === undefined) return reject('not_found');
  const [messageId = 0] = await services.store.nextIds(1);
  return runCommand(services, caller, {
    streams: unread.map(messageStream),
    decide: (states, context) => {
      const by = { userId: context.actor.userId, workerId: context.actor.workerId };
      const answered = unread.flatMap((id) => messageIn(states.of(messageAggregate, id)));
      const asked = { head: { ...head, messageId }, text, answered };
      const decision = decideReply(asked, known.facts, { ...replyContext(services, house), ...context, by });
      return decision.ok ? { ...decision, answer: { message_id: messageId } } : decision;
    },
  });
}

/** `POST /messages/seen`: nothing is written where all was read before. */
export async function seeMessages(
  services: CommandServices,
  caller: Caller,
  { rmaId, upTo }: UpTo,
): Promise<CommandOutcome> {
  const rma = await findDeposit(services, rmaId);
  if (rma === null) return reject('not_found');
  const unread = unreadUpTo(await findConversation(services, rma), upTo);
  return runCommand(services, caller, {
    streams: unread.map(messageStream),
    decide: (states, { now, actor }) => {
      const by = { userId: actor.userId, workerId: actor.workerId };
      const texts = unread.flatMap((id) => messageIn(states.of(messageAggregate, id)));
      const seen = markSeen(texts, { now, by });
      return { ...acceptStreams(seen), answer: { seen: seen.length } };
    },
  });
}

/** Whether the customer of a deposit can be answered now; null where they cannot be known. */
export async function findWayToReply(
  services: CommandServices,
  house: FactSettings,
  rma: Rma,
): Promise<Omit<WayToCustomer, 'way'> | null> {
  const { known } = await findReply(services, house, rma, 0);
  if (known === undefined) return null;
  const now = services.clock.now().toISOString();
  return wayToReply(known.facts, { ...replyContext(services, house), now });
}

const replyContext = (services: CommandServices, { phoneChannel }: FactSettings) => {
  const policy = services.policy();
  return { policy, isOn: policy.messagesOn, hasGateway: phoneChannel !== null };
};

async function findDeposit({ store }: CommandServices, rmaId: RmaId): Promise<Rma | null> {
  const rma = rmaAggregate.stateOf((await store.readStream(rmaStream(rmaId))).events);
  return rma.kind === 'rma' ? rma : null;
}

interface FoundReply {
  readonly head: MessageHead;
  readonly known: KnownMessage | undefined;
  /** Texts that no one has read. */
  readonly unread: readonly number[];
}

async function findReply(
  services: CommandServices,
  house: FactSettings,
  rma: Rma,
  upTo: number,
): Promise<FoundReply> {
  const { id: rmaId, itemIds, storeId, customerRef } = rma;
  const conversation = await findConversation(services, rma);
  const cause = conversation.texts.at(-1)?.eventId ?? '';
  const head = {
    kind: 'reply',
    messageId: 0,
    rmaId,
    itemIds,
    storeId,
    customerRef,
    cause,
    fee: null,
  } as const;
  const known = await findMessageFacts(services, house, head);
  // Nothing is sent yet, so nothing was imported: without a text the facts say that there is none to answer.
  const facts = known && { ...known, facts: { ...known.facts, isCauseHere: true } };
  return { head, known: facts, unread: unreadUpTo(conversation, upTo) };
}

const unreadUpTo = ({ texts }: Awaited<ReturnType<typeof findConversation>>, upTo: number) =>
  texts
    .map(({ message }) => message)
    .filter(({ head, seenAt }) => seenAt === null && head.messageId <= upTo)
    .map(({ head }) => head.messageId);

const messageIn = (message: ReturnType<typeof messageAggregate.stateOf>) =>
  message.kind === 'none' ? [] : [message];
