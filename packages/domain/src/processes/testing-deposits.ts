import type { ActorAtSite, ItemId } from '../kernel.ts';
import type { Deposit, DepositItem } from './deposit-command.ts';

/** Sites of the test world. */
export const PARIS = 1;
export const TOKYO = 2;
export const WAREHOUSE = 10;
export const FACTORY = 20;
export const FACTORY_2 = 21;

export const START = '2026-03-02T09:00:00.000Z';

/** Staff: one account per site, with the site's own id. */
export const at = (siteId: number, workerId: number | null = null): ActorAtSite => ({
  userId: siteId * 100,
  workerId,
  siteId,
});

export function depositItem(itemId: ItemId, changes: Partial<DepositItem> = {}): DepositItem {
  return {
    itemId,
    number: `PAR-${String(itemId).padStart(6, '0')}`,
    product: {
      sku: 'RING-1',
      size: '52',
      name: 'Ring',
      kind: 'ring',
      isGold: false,
      serial: `S${itemId}`,
      certificateNo: null,
      sequenceNumber: null,
    },
    purchaseDate: '2025-06-01',
    invoiceNumber: 'INV-1',
    weights: { totalMg: 4200, goldMg: null, milliCarats: null },
    reasonIds: [1],
    subReasons: [{ id: 11, reasonId: 1 }],
    repairedBefore: false,
    renewReasons: [],
    total180: 0,
    extendedMonths: 0,
    extendedWarrantyProof: null,
    warrantyOverride: null,
    maintenanceAmount: 5000,
    waiverRemark: null,
    images: [],
    goldImage: null,
    survey: null,
    fakeProduct: null,
    ...changes,
  };
}

export function depositOf(
  rmaId: number,
  items: readonly DepositItem[],
  changes: Partial<Deposit> = {},
): Deposit {
  return {
    rmaId,
    number: `PAR-${String(rmaId).padStart(6, '0')}`,
    publicReference: `ref-${rmaId}`,
    storeId: PARIS,
    customerRef: `customer-${rmaId}`,
    contact: {
      firstName: 'Ada',
      lastName: 'Byron',
      phoneCode: '+33',
      phone: '612345678',
      email: 'ada@demo.test',
    },
    address: {
      country: 'FR',
      province: null,
      city: 'Paris',
      address: '1 rue',
      receiverName: 'Ada Byron',
      receiverPhone: '612345678',
    },
    delivery: 'store',
    platform: 'store',
    fulfilledDate: '2025-06-01',
    originalOrderId: 'O1',
    originalOrderNumber: 'ON1',
    isAgent: false,
    language: 'fr',
    currency: 'EUR',
    depositDay: START.slice(0, 10),
    signature: null,
    items,
    ...changes,
  };
}
