import type { StoredEvent } from '@atelier/event-store/types.ts';
import type { Policy, Work } from '../jobs/policy.ts';

export const NAV_QUEUE = 'nav';

/** One look at a package's document; `mark` says what it is looked at for, so that the same cause is the same job. */
export function navWork(shipmentId: number, mark: string): Work {
  return { name: 'send', data: { shipment_id: shipmentId }, key: `nav-${shipmentId}-${mark}` };
}

/** Whenever a package left, came back or got another number, and whenever a person asked, its document is looked at. */
export const navPolicy: Policy = {
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

/** A document that a worker asked for is in that worker's hands already. */
function isOurOwn({ type, data }: StoredEvent): boolean {
  if (type !== 'NavDocumentRequested' || !('by' in data)) return false;
  const { by } = data;
  return typeof by === 'object' && by !== null && 'userId' in by && by.userId === null;
}
