import { acceptStreams, reject } from '@atelier/domain/decider.ts';
import { itemStream, toMs } from '@atelier/domain/kernel.ts';
import { planMessage } from '@atelier/domain/messages/decide.ts';
import { messageKindFor } from '@atelier/domain/processes/message-kinds.ts';
import { messageStream, type MessageHead } from '@atelier/domain/messages/events.ts';
import { isItemEvent, isRmaEvent } from '@atelier/domain/personal-data.ts';
import type { FeeLinkMessage } from '@atelier/domain/repair/item/fee-link-contract.ts';
import type { Item } from '@atelier/domain/repair/item/item.ts';
import type { RmaDeposited } from '@atelier/domain/deposit/events.ts';
import { policyAt, policyTimeline } from '@atelier/domain/system/config.ts';
import type { StoredEvent } from '@atelier/event-store/types.ts';
import { itemAggregate } from '../aggregates.ts';
import { runCommand, type Caller, type CommandServices } from '../commands/run-command.ts';
import { readConfig } from '../system/policy-source.queries.ts';
import { findMessageFacts, type MessageSettings } from './message-facts.queries.ts';
import { listDelayed } from './messages.queries.ts';

type Head = Omit<MessageHead, 'messageId'>;
/** A message to plan; one that staff send has its number and way from the link. */
interface Plan {
  readonly head: Head;
  readonly link?: FeeLinkMessage | undefined;
}

/** On whose behalf a message is planned; the key makes repeated plans one message. */
export type PlanningCaller = (key: string) => Caller;

/**
 * What an event asks for, written down before anything is sent: the message's id, or null where there is none to send. Nothing for
 * what was recorded while messages were off.
 */
export async function planForEvent(
  services: CommandServices,
  house: MessageSettings,
  callerFor: PlanningCaller,
  event: StoredEvent,
): Promise<number | null> {
  if (!services.policy().messagesOn || !(await wereOn(services, event))) return null;
  const asked = await planOf(services, event);
  return asked === null ? null : plan(services, house, callerFor(`message-${event.eventId}`), asked);
}

/** Whether customers were written to when it was recorded, by the values in force then. */
async function wereOn({ store }: CommandServices, { recordedAt }: StoredEvent): Promise<boolean> {
  return policyAt(policyTimeline(await readConfig(store)), toMs(recordedAt)).messagesOn;
}

async function planOf(services: CommandServices, event: StoredEvent): Promise<Plan | null> {
  if (isRmaEvent(event))
    return event.type === 'RmaDeposited' ? { head: depositHead(event.data, event.eventId) } : null;
  if (!isItemEvent(event)) return null;
  const kind = messageKindFor(event);
  if (kind === null) return null;
  const item = itemAggregate.stateOf((await services.store.readStream(event.streamId)).events);
  if (item.kind !== 'item') return null;
  const head = pieceHead(kind, item, event.eventId);
  if (event.type !== 'FeeLinkMade') return { head };
  return { head: { ...head, fee: event.data.fee }, link: event.data.message };
}

function depositHead(data: RmaDeposited['data'], cause: string): Head {
  const { rmaId, itemIds, storeId, customerRef } = data;
  return { kind: 'deposit', rmaId, itemIds, storeId, customerRef, cause, fee: null };
}

function pieceHead(kind: MessageHead['kind'], item: Item, cause: string): Head {
  const { id, rmaId, storeId, customerRef } = item;
  const fee = kind === 'fee' ? item.fee.due : null;
  return { kind, rmaId, itemIds: [id], storeId, customerRef, cause, fee };
}

async function plan(
  services: CommandServices,
  house: MessageSettings,
  caller: Caller,
  { head, link }: Plan,
): Promise<number | null> {
  const [messageId = 0] = link === undefined ? await services.store.nextIds(1) : [link.id];
  const known = await findMessageFacts(services, house, { ...head, messageId });
  if (known === undefined) return null;
  const streamId = messageStream(messageId);
  const outcome = await runCommand(services, caller, {
    streams: [streamId],
    decide: (_states, context) => {
      const events = planMessage({ ...head, messageId }, known.facts, {
        ...context,
        ...(link && { way: link.to }),
      });
      if (events.length === 0) return reject('not_found');
      return { ...acceptStreams([{ streamId, events }]), answer: { message_id: messageId } };
    },
  });
  return outcome.ok ? Number(outcome.answer?.['message_id']) : null;
}

const PIECES_AT_ONCE = 100;

/** A word on every piece that has been in repair for long, once for each. What was deposited while messages were off is left out. */
export async function planDelays(
  services: CommandServices,
  house: MessageSettings,
  callerFor: PlanningCaller,
): Promise<void> {
  const { messagesOn, messageDelayMs } = services.policy();
  if (!messagesOn) return;
  const until = new Date(services.clock.now().getTime() - messageDelayMs);
  const pieces = await listDelayed(services.db, until, PIECES_AT_ONCE);
  for (const { id } of pieces) {
    const { events } = await services.store.readStream(itemStream(id));
    const [deposited] = events;
    const item = itemAggregate.stateOf(events);
    if (deposited === undefined || item.kind !== 'item' || !(await wereOn(services, deposited))) continue;
    await plan(services, house, callerFor(`delay-${id}`), {
      head: pieceHead('delay', item, deposited.eventId),
    });
  }
}
