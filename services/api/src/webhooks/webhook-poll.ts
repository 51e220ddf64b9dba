import { newestOfWebhooks } from '@atelier/application/webhooks/webhooks.queries.ts';
import type { AppDb } from '@atelier/application/platform/database.ts';
import type { Poll } from '../http/live-ports.ts';

const TOPIC = /^webhooks:(\d+)$/;

/**
 * The endpoints of a site (0: of every site) and their newest deliveries, as one row that changes with any of them: screens read their page
 * again. Deliveries stand in a table, not in the log; hence it is polled.
 */
export const webhookPoll = (db: AppDb): Poll => ({
  covers: (topic) => TOPIC.test(topic),
  // Who may subscribe to the topic may see all of it.
  mayReceive: () => true,
  read: async (topic) => {
    const siteId = Number(TOPIC.exec(topic)?.[1]);
    const newest = await newestOfWebhooks(db, siteId === 0 ? undefined : siteId);
    return [{ kind: 'webhook', id: siteId, ...newest }];
  },
});
