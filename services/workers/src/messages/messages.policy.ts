import { ASKING_EVENTS } from '@atelier/domain/processes/message-news.ts';
import type { MessageHouse } from '@atelier/application/messages/message-facts.queries.ts';
import { planForEvent } from '@atelier/application/messages/plan-message.commands.ts';
import type { Policy, Work } from '../jobs/policy.ts';
import { systemCaller } from '../system-caller.ts';

export const MESSAGES_QUEUE = 'messages';

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
export const messagesPolicy = (house: () => Promise<MessageHouse>): Policy => ({
  name: 'messages',
  types: ASKING_EVENTS,
  workFor: async (event, services) => {
    if (!services.policy().messagesOn) return [];
    const callerFor = (key: string) => systemCaller(services.clock, 'messages', key);
    const id = await planForEvent(services, await house(), callerFor, event);
    return id === null ? [] : [messageWork(id, 'planned')];
  },
});
