import type { Colleague } from './caller.ts';

/** What `POST /search_order` finds, as far as the tests look. */
export interface Sold {
  readonly invoice_no: string;
  readonly purchase_date: string;
  readonly customer: {
    readonly id: number;
    readonly firstname: string;
    readonly lastname: string;
    readonly language: string;
    readonly email: string | null;
  } | null;
  readonly lines: readonly SoldLine[];
}

interface SoldLine {
  readonly line_no: number;
  readonly sku: string;
  readonly product_name: string;
  readonly serial: string;
  readonly is_gold: boolean;
  readonly cert_no: string | null;
}

/** Older than the exchange survey asks about. */
const GROWN_MS = 200 * 24 * 3_600_000;

/** A piece that Paris sold to a client, long enough ago; of those that `wanted` accepts. */
export async function sold(shop: Colleague, wanted: (line: SoldLine, order: Sold) => boolean) {
  const orders = await shop.post<readonly Sold[]>('/search_order', { keyword: 'INV-PAR' });
  for (const order of orders) {
    const line = order.lines.find((each) => wanted(each, order));
    const isGrown = Date.parse(order.purchase_date) < Date.now() - GROWN_MS;
    if (line !== undefined && order.customer !== null && isGrown)
      return { order, line, customer: order.customer };
  }
  throw new Error('the demo sold no such piece');
}
