import type { Money } from '@atelier/domain/kernel.ts';
import type { NavDocument } from '@atelier/domain/nav/document.ts';
import type { NavPackageFacts } from '@atelier/application/nav/nav-package.queries.ts';

/** What NAV gets for a package: whose store, which pieces at which declared price. No customer, no remark. */
export interface SalesOrder {
  readonly externalDocumentNumber: string;
  readonly orderDate: string;
  readonly customerNumber: string;
  readonly currencyCode: string;
  readonly salesOrderLines: readonly {
    readonly lineType: 'Item';
    readonly lineObjectNumber: string;
    readonly quantity: 1;
    readonly unitPrice: number;
  }[];
}

/** The number is the document's, not the package's: one that changed meanwhile is another matter. */
export function salesOrderOf(document: NavDocument, { shipment, store }: NavPackageFacts): SalesOrder {
  const { lines, sentAt } = shipment;
  return {
    externalDocumentNumber: document.trackingNumber,
    orderDate: (sentAt ?? document.requestedAt).slice(0, 10),
    customerNumber: store.nav_code,
    currencyCode: lines.find(({ price }) => price !== null)?.price?.currency ?? store.currency,
    salesOrderLines: lines.map(({ sku, price }) => ({
      lineType: 'Item',
      lineObjectNumber: sku,
      quantity: 1,
      unitPrice: price === null ? 0 : majorUnits(price),
    })),
  };
}

/** 12345 cents are 123.45, 12345 yen are 12345. */
export function majorUnits({ amount, currency }: Money): number {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  return amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2);
}
