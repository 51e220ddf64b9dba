/** A stroke of a signature, in parts of the field's width and height. */
export const STROKES = [
  [
    [0.1, 0.2],
    [0.4, 0.5],
  ],
];

/** A body of `POST /rma` with nothing wrong in it: one plain piece, in warranty, bought on an invoice no till knows. */
export function depositBody(item: object = {}, head: object = {}) {
  return {
    firstname: 'Camille',
    lastname: 'Laurent',
    phone_code: '33',
    phone: '612345678',
    email: 'camille@laurent.test',
    country: 'FR',
    province: 'Île-de-France',
    city: 'Paris',
    address: '1 rue de la Paix',
    receiver_name: 'Camille Laurent',
    receiver_phone: '+33612345678',
    language: 'fr',
    platform_type: 'store',
    fulfilled_date: '2026-01-10',
    original_order_id: 'O-1',
    original_order_number: 'ON-1',
    items: [{ ...PIECE, ...item }],
    ...head,
  };
}

const PIECE = {
  product_sku: '',
  invoice_number: 'PAPER-1',
  purchase_date: '2026-01-10',
  reasons: [1],
  maintenance_amount: 0,
  total_weight: 3.2,
};

type Posting = readonly [path: string, body: object];

/** What leaves a counter in one package, and what its calls say beside. */
interface Leaving {
  readonly packed?: object;
  readonly signed?: object;
  readonly sent?: object;
  /** Of a warehouse or factory: `/factorypackage`. */
  readonly sendPath?: '/storepackage' | '/factorypackage';
}

/** The calls by which pieces leave, each a path and a body to post, in order: bound to a number, signed for, sent. */
export function leaving(
  itemIds: readonly number[],
  tracking: string,
  { packed = {}, signed = {}, sent = {}, sendPath = '/storepackage' }: Leaving = {},
): readonly [Posting, Posting, Posting] {
  return [
    ['/rma/packagelist', { rma_item_ids: itemIds, rma_tracking: tracking, ...packed }],
    ['/saveSign', { kind: 'courier', tracking_no: tracking, strokes: STROKES, ...signed }],
    [sendPath, { tracking_no: tracking, ...sent }],
  ];
}
