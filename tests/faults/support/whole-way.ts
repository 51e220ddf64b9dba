import { depositBody, leaving, STROKES } from '@atelier/api/testing/testing-bodies.ts';
import type { Call, Envelope } from './caller.ts';
import { Status } from '@atelier/domain/shared/status.ts';

/** What earlier steps of the way have found out. */
export interface Facts {
  readonly sku: string;
  /** A picture uploaded in Paris. */
  readonly image: string;
  readonly out: string;
  readonly back: string;
  itemId: number;
  signatureId: string;
}

/** One command of a jewel's way, and the event it exists for. */
export interface Step {
  readonly name: string;
  readonly who: 'paris' | 'warehouse';
  readonly writes: string;
  readonly call: (facts: Facts) => Pick<Call, 'method' | 'path' | 'body'>;
  /** Keeps what later steps need. */
  readonly remember?: (answer: Envelope, facts: Facts) => void;
}

const deposit = ({ sku, image }: Facts) => depositBody({ product_sku: sku, images: [image] });

const post = (path: string, body: object) => ({ method: 'POST', path, body }) as const;
const move = (target: number, extras: object = {}) =>
  ({
    name: `move to ${target}`,
    who: target === Status.ShopReceived ? 'paris' : 'warehouse',
    writes: 'ItemStatusChanged',
    call: ({ itemId }) => ({
      method: 'PUT',
      path: '/rmastatus',
      body: { id: itemId, rma_status_id: target, ...extras },
    }),
  }) as const satisfies Step;
const remark = { name: 'a remark', who: 'paris', writes: 'CommentAdded' } as const;
const findings = { reasons: [1], quality_investigate: 'Production Issue' };

/** Every kind of command between two counters, in order. */
export const WHOLE_WAY: readonly Step[] = [
  {
    name: 'deposit',
    who: 'paris',
    writes: 'RmaDeposited',
    call: (facts) => post('/rma', deposit(facts)),
    remember: (answer, facts) => {
      const { items } = answer.data as { items: readonly [{ id: number }] };
      facts.itemId = items[0].id;
    },
  },
  { ...remark, call: ({ itemId }) => post('/shopcomment', { id: itemId, comment: 'fragile clasp' }) },
  ...wayOut('paris', 'out', '/storepackage'),
  {
    name: 'scan',
    who: 'warehouse',
    writes: 'ItemScanned',
    call: ({ itemId, out }) => post('/scan', { code: String(itemId), target: 3, tracking_no: out }),
  },
  move(3, { findings }),
  ...[4, 5, 6, 8, 12, 13].map((target) => move(target)),
  ...wayOut('warehouse', 'back', '/factorypackage'),
  move(15),
  {
    name: 'the client signs',
    who: 'paris',
    writes: 'SignatureRecorded',
    call: ({ itemId }) => post('/saveSign', { kind: 'pickup', rma_item_ids: [itemId], strokes: STROKES }),
    remember: (answer, facts) => {
      facts.signatureId = (answer.data as { signature_id: string }).signature_id;
    },
  },
  {
    name: 'hand over',
    who: 'paris',
    writes: 'ItemHandedOver',
    call: ({ itemId, signatureId }) =>
      post('/rma/handover', { rma_item_ids: [itemId], signature_id: signatureId }),
  },
];

function wayOut(
  who: Step['who'],
  which: 'out' | 'back',
  sendPath: '/storepackage' | '/factorypackage',
): readonly Step[] {
  const calls = ({ itemId, [which]: tracking }: Facts) => leaving([itemId], tracking, { sendPath });
  return [
    {
      name: `pack ${which}`,
      who,
      writes: 'ShipmentItemBound',
      call: (facts) => post(...calls(facts)[0]),
    },
    { name: `sign ${which}`, who, writes: 'ShipmentSigned', call: (facts) => post(...calls(facts)[1]) },
    { name: `send ${which}`, who, writes: 'ShipmentSent', call: (facts) => post(...calls(facts)[2]) },
  ];
}
