import { acceptStreams } from '@atelier/domain/decider.ts';
import { rmaStream, type ItemId } from '@atelier/domain/kernel.ts';
import {
  beginMessage,
  recordMessage,
  wayOf,
  type MessageContext,
  type MessageOutcome,
  type NotSent,
} from '@atelier/domain/messages/decide.ts';
import type { Letter } from '@atelier/contracts/messages/letter.ts';
import { messageStream, type MessageEvent } from '@atelier/domain/messages/events.ts';
import { sentHead, type Message } from '@atelier/domain/messages/message.ts';
import { messageAggregate, rmaAggregate } from '../aggregates.ts';
import { runCommand, type Caller, type CommandServices } from '../commands/run-command.ts';
import { feeLinkHash } from '../shared/fee-link-secret.ts';
import { openSendWindow, type SendWindow } from '../shared/send-window.ts';
import { findDeclinedWays } from './choice.queries.ts';
import { letterOf } from './letter.queries.ts';
import { findMessageFacts, type KnownMessage, type MessageSettings } from './message-facts.queries.ts';

/** Hands one message to a channel's server: nothing once the window is over. */
export type SendLetter = (letter: Letter, window: SendWindow, now: Date) => Promise<MessageOutcome | NotSent>;

export interface MessageSending {
  readonly house: MessageSettings;
  readonly send: SendLetter;
  /** Makes the link of a fee with this hash; whether it was made. */
  readonly makeFeeLink: (itemId: ItemId, hash: string) => Promise<boolean>;
  readonly caller: () => Caller;
}

/**
 * Brings one message as far as it can go now. May be killed anywhere and run twice at once: the intent is in the log before anything
 * leaves, and the log lets one sender begin. One that is paused after it sends nothing (decisions/0207). A worker killed between the
 * server's acceptance and our record is followed by another attempt with the same id (decisions/0180).
 */
export async function sendMessage(
  services: CommandServices,
  sending: MessageSending,
  messageId: number,
): Promise<void> {
  const message = messageAggregate.stateOf(
    (await services.store.readStream(messageStream(messageId))).events,
  );
  if (message.kind === 'none' || message.dueAt === null) return;
  const head = sentHead(message);
  if (head === null) return;
  const { house, caller } = sending;
  const known = await findMessageFacts(services, house, head);
  if (known === undefined) return;
  const window = openSendWindow(house.attemptMs / 2);
  const begun = await onMessage(services, caller(), messageId, (now, context) =>
    beginMessage(now, known.facts, { ...context, attemptMs: house.attemptMs }),
  );
  if (begun?.type !== 'MessageSendingStarted') return;
  const outcome = await attempt(services, sending, { message, known, window });
  await onMessage(services, caller(), messageId, (now, context) =>
    recordMessage(now, begun.data.attempt, outcome, context.now),
  );
}

interface Begun {
  readonly message: Message;
  readonly known: KnownMessage;
  readonly window: SendWindow;
}

/** A fee's link is made for the message that carries it: a repeated attempt makes the same one, and not again. */
async function attempt(
  { store, clock }: Pick<CommandServices, 'store' | 'clock'>,
  { house, send, makeFeeLink }: MessageSending,
  { message, known, window }: Begun,
): Promise<MessageOutcome | NotSent> {
  const letter = letterOf(message, known, house);
  if (letter === null) return { kind: 'failed', fault: 'not_configured' };
  const [item] = known.items;
  if (message.head.kind === 'fee' && item !== undefined) {
    const hash = feeLinkHash(known.feeToken);
    const isMade = item.fee.links.some((link) => link.hash === hash);
    if (!isMade && !(await makeFeeLink(item.id, hash))) return { kind: 'failed', fault: 'unclear' };
  }
  // Read last, with nothing left to wait for: a choice or an erasure that came meanwhile counts.
  const declined = await findDeclinedWays(store, house.masterKey, known.rma.customerRef, known.rma.contact);
  if (declined[wayOf(letter.channel)]) return { kind: 'opted_out' };
  if (await isErased(store, message.head.rmaId)) return { kind: 'erased' };
  return window.isOver() ? { kind: 'too_late' } : send(letter, window, clock.now());
}

async function isErased(store: CommandServices['store'], rmaId: number): Promise<boolean> {
  const rma = rmaAggregate.stateOf((await store.readStream(rmaStream(rmaId))).events);
  return rma.kind !== 'rma' || rma.contact === null;
}

/** The newest event that the decision added; undefined where it added none. */
async function onMessage(
  services: CommandServices,
  caller: Caller,
  messageId: number,
  decide: (message: Message, context: Omit<MessageContext, 'attemptMs'>) => readonly MessageEvent[],
): Promise<MessageEvent | undefined> {
  const streamId = messageStream(messageId);
  let added: readonly MessageEvent[] = [];
  const outcome = await runCommand(services, caller, {
    streams: [streamId],
    decide: (states, context) => {
      const message = states.of(messageAggregate, messageId);
      added = message.kind === 'none' ? [] : decide(message, context);
      return acceptStreams([{ streamId, events: added }]);
    },
  });
  return outcome.ok ? added.at(-1) : undefined;
}
