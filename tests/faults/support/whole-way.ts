import { depositBody, leaving, STROKES } from '@atelier/api/testing-bodies.ts';
import type { Call, Envelope } from './caller.ts';
import { Status } from '@atelier/domain/shared/status.ts';

/** What earlier steps of the way were told. */
export interface Told {
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
  readonly call: (told: Told) => Pick<Call, 'method' | 'path' | 'body'>;
  /** Keeps what later steps need. */
  readonly hear?: (answer: Envelope, told: Told) => void;
}

const deposit = ({ sku, image }: Told) => depositBody({ product_sku: sku, images: [image] });

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
    call: (told) => post('/rma', deposit(told)),
    hear: (answer, told) => {
      const { items } = answer.data as { items: readonly [{ id: number }] };
      told.itemId = items[0].id;
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
    hear: (answer, told) => {
      told.signatureId = (answer.data as { signature_id: string }).signature_id;
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
  const calls = ({ itemId, [which]: tracking }: Told) => leaving([itemId], tracking, { sendPath });
  return [
    {
      name: `pack ${which}`,
      who,
      writes: 'ShipmentItemBound',
      call: (told) => post(...calls(told)[0]),
    },
    { name: `sign ${which}`, who, writes: 'ShipmentSigned', call: (told) => post(...calls(told)[1]) },
    { name: `send ${which}`, who, writes: 'ShipmentSent', call: (told) => post(...calls(told)[2]) },
  ];
}
