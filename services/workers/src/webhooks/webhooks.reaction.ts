import { listSubscriptions, type Subscription } from '@atelier/application/webhooks/sending.queries.ts';
import { LOG_TYPES } from '@atelier/domain/webhooks/catalogue.ts';
import { WEBHOOK_PERSONAL_DATA } from '@atelier/domain/webhooks/events.ts';
import type { StoredEvent } from '@atelier/event-store/types.ts';
import type { Reaction, Work } from '../jobs/reaction.ts';

export const WEBHOOK_QUEUE = 'webhooks';

/** Sending to one endpoint; `mark` names the cause, so that the same cause is the same job. */
export const sendingWork = (webhookId: number, mark: string): Work => ({
  name: 'send',
  data: { webhook_id: webhookId },
  key: `webhook-${webhookId}-${mark}`,
});

const OWN_TYPES = Object.keys(WEBHOOK_PERSONAL_DATA);
/** What an endpoint's own events ask for; the others ask for nothing. */
const BEGINNINGS: ReadonlySet<string> = new Set([
  'WebhookMade',
  'WebhookChanged',
  'WebhookSwitchedOn',
  'WebhookReplayAsked',
]);

/**
 * Whenever something happened that an endpoint asked for, it is sent to. Endpoints are remembered, and read again with every event of
 * one: their rows are written with those events, so none is missed. What is remembered counts in its epoch alone.
 */
export function webhookReaction(): Reaction {
  let known: Promise<readonly Subscription[]> | undefined;
  let inEpoch = '';
  return {
    name: 'webhooks',
    types: [...LOG_TYPES, ...OWN_TYPES],
    workFor: async (event, { db, store }) => {
      if (store.epoch() !== inEpoch) known = undefined;
      inEpoch = store.epoch();
      const own = ownWork(event);
      if (own !== undefined) {
        known = undefined;
        return own;
      }
      known ??= listSubscriptions(db);
      const wanting = (await remembered()).filter(({ logTypes }) => logTypes.has(event.type));
      return wanting.map(({ id }) => sendingWork(id, `e${event.position}`));
    },
  };

  async function remembered(): Promise<readonly Subscription[]> {
    try {
      return (await known) ?? [];
    } catch (error) {
      known = undefined;
      throw error;
    }
  }
}

/** undefined for an event of no endpoint. */
function ownWork({
  type,
  data,
  streamId,
  position,
  eventId,
  recordedAt,
}: StoredEvent): readonly Work[] | undefined {
  const [, id] = /^webhook-(\d+)$/.exec(streamId) ?? [];
  if (id === undefined) return undefined;
  const key = `webhook-${id}-e${position}`;
  if (type === 'WebhookPingAsked')
    return [{ name: 'ping', data: { webhook_id: Number(id), event_id: eventId, at: recordedAt }, key }];
  if (type === 'WebhookDeliveryAsked')
    return [
      {
        name: 'resend',
        data: { webhook_id: Number(id), position: 'position' in data ? Number(data.position) : 0 },
        key,
      },
    ];
  return BEGINNINGS.has(type) ? [sendingWork(Number(id), `e${position}`)] : [];
}
