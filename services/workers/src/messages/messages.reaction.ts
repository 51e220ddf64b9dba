import { messageStream } from '@atelier/domain/messages/events.ts';
import { isRmaEvent } from '@atelier/domain/personal-data.ts';
import { ASKING_EVENTS } from '@atelier/domain/processes/message-kinds.ts';
import { extendChoice } from '@atelier/application/messages/choice.commands.ts';
import type { MessageSettings } from '@atelier/application/messages/message-facts.queries.ts';
import { planForEvent } from '@atelier/application/messages/plan-message.commands.ts';
import type { StoredEvent } from '@atelier/event-store/types.ts';
import type { Reaction, Work } from '../jobs/reaction.ts';
import { systemCaller } from '../system-caller.ts';

export const MESSAGES_QUEUE = 'messages';

const messageIdOf = ({ streamId }: Pick<StoredEvent, 'streamId'>): number =>
  Number(streamId.slice(messageStream(0).length - 1));

/** One attempt at a message; `mark` names the cause, so that the same cause is the same job. */
export const messageWork = (id: number, mark: string): Work => ({
  name: 'send',
  data: { message_id: id },
  key: `message-${id}-${mark}`,
});

/**
 * Whenever something happened that a customer should know, a message is written down. It begins where the log ended when messages came to
 * this database, and an import takes it past what was imported.
 */
export const messagesReaction = (house: () => Promise<MessageSettings>): Reaction => ({
  name: 'messages',
  types: [...ASKING_EVENTS, 'RmaContactChanged', 'CustomerReplyWritten'],
  workFor: async (event, services) => {
    const callerFor = (key: string) => systemCaller(services.clock, 'messages', key);
    const { masterKey } = await house();
    // Also while messages are off: an opt-out by address holds when they are switched on again.
    if (isRmaEvent(event) && (event.type === 'RmaContactChanged' || event.type === 'RmaDeposited')) {
      const caller = callerFor(`choice-${event.eventId}`);
      await extendChoice(services, masterKey, caller, event.data.customerRef);
    }
    // Planned with its words by the call of the staff: it waits for nothing but its sender.
    if (event.type === 'CustomerReplyWritten') return [messageWork(messageIdOf(event), 'planned')];
    if (!services.policy().messagesOn) return [];
    const id = await planForEvent(services, await house(), callerFor, event);
    return id === null ? [] : [messageWork(id, 'planned')];
  },
});
