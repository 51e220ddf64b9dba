import { describe, expect, it } from 'vitest';
import { DEFAULT_POLICY } from '../policy.ts';
import type { Deposit, DepositItem } from './deposit-command.ts';
import { worldIssues, type DepositWorld } from './deposit-world.ts';
import { depositItem, depositOf } from './testing.ts';

const BOUGHT = '2025-06-01';
const OLD = '2020-01-01';

const WORLD: DepositWorld = {
  country: { hasProvinces: false, hasCities: false, clientDelivery: true },
  customer: null,
  skus: new Set(['RING-1']),
  activeReasons: new Set([1]),
  invoices: new Map(),
  certificates: [{ certNo: 'C-1', sku: 'RING-1', serial: 'S1', sequenceNumber: 'SQ1' }],
  listedFees: new Map([
    [11, 4000],
    [12, 2000],
  ]),
  images: new Set(['known']),
};
const INVOICE = { isVoid: false, purchaseDate: BOUGHT, skus: ['RING-1'], hasShippingFee: true };
const withInvoice = (changes: object) => ({ invoices: new Map([['INV-1', { ...INVOICE, ...changes }]]) });

function issues(
  world: Partial<DepositWorld>,
  item: Partial<DepositItem> = {},
  deposit: Partial<Deposit> = {},
  mayDiscount = false,
) {
  const given = depositOf(100, [depositItem(1, item)], deposit);
  return worldIssues(given, { ...WORLD, ...world }, { mayDiscount }, DEFAULT_POLICY).map(
    ({ path, code }) => `${path}: ${code}`,
  );
}

describe('the books of the brand', () => {
  it('agree with a good deposit', () => {
    expect(issues(withInvoice({}))).toEqual([]);
  });

  it('know the product, the reasons and the pictures it names', () => {
    expect(issues({ skus: new Set() })).toEqual(['items.0.product_sku: product_unknown']);
    expect(issues({}, { reasonIds: [1, 2] })).toEqual(['items.0.reasons: reason_not_offered']);
    const pictures = {
      images: ['known', 'foreign'],
      goldImage: 'foreign',
      extendedWarrantyProof: 'foreign',
      fakeProduct: { image: 'foreign', remark: 'stamp' },
    };
    expect(issues({}, pictures)).toEqual([
      'items.0.images.1: image_unknown',
      'items.0.gold_image: image_unknown',
      'items.0.extended_warranty_proof: image_unknown',
      'items.0.fake_product.image: image_unknown',
    ]);
  });

  it('say that nothing was fulfilled tomorrow', () => {
    expect(issues({}, {}, { fulfilledDate: '2026-03-03' })).toEqual([
      'fulfilled_date: fulfilled_date_future',
    ]);
    expect(issues({}, {}, { fulfilledDate: '2026-03-02' })).toEqual([]);
  });
});

describe('an invoice of any store will do, a known one must match', () => {
  it('a number no till knows is kept as it was typed', () => {
    expect(issues({}, { invoiceNumber: 'PAPER-1987' })).toEqual([]);
  });

  it('a void one is checked again', () => {
    expect(issues(withInvoice({ isVoid: true }))).toEqual(['items.0.invoice_number: invoice_check_again']);
  });

  it('one that sold something else is refused', () => {
    expect(issues(withInvoice({ skus: ['RING-2'] }))).toEqual([
      'items.0.invoice_number: invoice_other_product',
    ]);
  });

  it('the purchase date is the invoice’s own, since the warranty hangs on it', () => {
    expect(issues(withInvoice({}), { purchaseDate: '2025-06-02' })).toEqual([
      'items.0.purchase_date: purchase_date_not_invoiced',
    ]);
  });

  it('without a shipping fee the piece comes back to the store only', () => {
    const world = withInvoice({ hasShippingFee: false });
    expect(issues(world)).toEqual([]);
    expect(issues(world, {}, { delivery: 'client' })).toEqual([
      'items.0.invoice_number: invoice_without_shipping_fee',
    ]);
  });
});

describe('a province or city is mandatory where the country has any (product/deposit.md §1)', () => {
  const country = { hasProvinces: true, hasCities: true, clientDelivery: false };
  const address = { ...depositOf(1, []).address, province: null, city: null };

  it('both, one, or none of them', () => {
    const missing = ['province: province_required', 'city: city_required'];
    expect(issues({ country }, {}, { address })).toEqual(missing);
    expect(issues({ country }, {}, { address: { ...address, province: 'IDF' } })).toEqual(missing.slice(1));
    expect(issues({}, {}, { address })).toEqual([]);
    expect(issues({ country: null })).toEqual(['country: country_unknown']);
  });

  it('the country may keep the client’s door shut (product/deposit.md §12)', () => {
    const delivery = { delivery: 'client' } as const;
    const full = { ...address, province: 'IDF', city: 'Paris' };
    expect(issues({ country }, {}, { ...delivery, address: full })).toEqual([
      'delivery: delivery_not_allowed',
    ]);
    expect(issues({}, {}, delivery)).toEqual([]);
  });
});

describe('a number that the CRM owns is changed there alone (product/deposit.md §5)', () => {
  const customer = { phoneCode: '33', phone: '612345678', phoneIsFromCrm: true };

  it('the same digits pass, however they are written', () => {
    expect(issues({ customer })).toEqual([]);
    expect(issues({ customer: { ...customer, phoneCode: '+33', phone: '06 12 34 56 78' } })).toEqual([]);
  });

  it('other digits are refused, unless the shop owns the number', () => {
    const other = { ...customer, phone: '612345679' };
    expect(issues({ customer: other })).toEqual(['phone: phone_owned_by_crm']);
    expect(issues({ customer: { ...other, phoneIsFromCrm: false } })).toEqual([]);
  });

  it('a customer whom the shop does not know cannot be named', () => {
    expect(issues({ customer: undefined })).toEqual(['customer_id: customer_unknown']);
  });
});

describe('the sequence number is that of the certificate of this product (product/deposit.md §2)', () => {
  const gold = (certificateNo: string | null, sequenceNumber: string | null, sku = 'RING-1') => ({
    product: { ...depositItem(1).product, sku, certificateNo, sequenceNumber },
  });

  it.each([
    ['the number on the certificate', gold('C-1', 'SQ1'), []],
    ['the number alone, which a certificate has', gold(null, 'SQ1'), []],
    ['neither', gold(null, null), []],
    ['a certificate without a number', gold('C-1', null), []],
    ['another number', gold('C-1', 'SQ2'), ['items.0.sequence_number: sequence_number_mismatch']],
    ['a number nobody certified', gold(null, 'SQ2'), ['items.0.sequence_number: sequence_number_mismatch']],
    ['no such certificate', gold('C-9', 'SQ1'), ['items.0.certificate_no: certificate_unknown']],
  ])('%s', (_, item, expected) => {
    expect(issues({}, item)).toEqual(expected);
  });

  it('the certificate of another product is none', () => {
    expect(issues({ skus: new Set(['RING-2']) }, gold('C-1', 'SQ1', 'RING-2'))).toEqual([
      'items.0.certificate_no: certificate_other_product',
    ]);
  });
});

describe('out of warranty the listed fee is the least that is agreed (product/deposit.md §7)', () => {
  const subReasons = [
    { id: 11, reasonId: 1 },
    { id: 12, reasonId: 1 },
  ];
  const out = (maintenanceAmount: number) => ({ purchaseDate: OLD, subReasons, maintenanceAmount });
  const low = ['items.0.maintenance_amount: maintenance_amount_below_list'];

  it('to the cent, over all sub-reasons', () => {
    expect(issues({}, out(5999))).toEqual(low);
    expect(issues({}, out(6000))).toEqual([]);
    expect(issues({}, out(9000))).toEqual([]);
  });

  it('less where nothing is listed, in warranty, and by who may decide waivers', () => {
    expect(issues({ listedFees: new Map() }, out(0))).toEqual([]);
    expect(issues({}, { ...out(0), purchaseDate: BOUGHT })).toEqual([]);
    expect(issues({}, { ...out(0), warrantyOverride: { inWarranty: true, reason: 'goodwill' } })).toEqual([]);
    expect(issues({}, out(0), {}, true)).toEqual([]);
  });

  it('the day the two years end, not the day before', () => {
    const bought = (purchaseDate: string) => ({ ...out(0), purchaseDate });
    expect(issues({}, bought('2024-03-03'))).toEqual([]);
    expect(issues({}, bought('2024-03-02'))).toEqual(low);
    const leap = { depositDay: '2026-02-28' };
    expect(issues({}, bought('2024-02-29'), { ...leap, depositDay: '2026-02-27' })).toEqual([]);
    expect(issues({}, bought('2024-02-29'), leap)).toEqual(low);
  });
});
