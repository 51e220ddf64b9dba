import type { StoredEvent } from '@atelier/event-store/types.ts';
import type { Reaction, Work } from '../jobs/reaction.ts';

export const NAV_QUEUE = 'nav';

/** One attempt at a package's document; `mark` names the cause, so that the same cause is the same job. */
export function navWork(shipmentId: number, mark: string): Work {
  return { name: 'send', data: { shipment_id: shipmentId }, key: `nav-${shipmentId}-${mark}` };
}

/** Whenever a package left, came back or got another number, and whenever a person asked, its document is checked. */
export const navReaction: Reaction = {
  name: 'nav',
  types: [
    'ShipmentSent',
    'ShipmentUnsent',
    'ShipmentCancelled',
    'ShipmentTrackingChanged',
    'NavDocumentRequested',
    'NavRetryRequested',
  ],
  workFor: (event) => {
    const [, digits] = /^(?:shipment|nav)-(\d+)$/.exec(event.streamId) ?? [];
    if (digits === undefined || isOurOwn(event)) return [];
    return [navWork(Number(digits), `e${event.position}`)];
  },
};

/** The worker that asked for a document works on it already. */
function isOurOwn({ type, data }: StoredEvent): boolean {
  if (type !== 'NavDocumentRequested' || !('by' in data)) return false;
  const { by } = data;
  return typeof by === 'object' && by !== null && 'userId' in by && by.userId === null;
}
