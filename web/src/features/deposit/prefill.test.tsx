import type { CustomerView, InvoiceLineView, OrderView } from '@atelier/contracts/reference/schema.ts';
import { describe, expect, it } from 'vitest';
import { emptyPiece, emptyRma, type RmaValues } from './form-values.ts';
import { isOtherBuyer } from './parts/other-buyer.tsx';
import { fromCustomer, withFoundLine, withLineAt, withoutCustomer } from './prefill.ts';

const customer: CustomerView = {
  id: 7,
  firstname: '小雨',
  lastname: '陳',
  email: null,
  phone_code: '886',
  phone: '912345678',
  fullphone: '+886 912345678',
  phone_is_from_crm: true,
  language: 'zh-TW',
  country: 'TW',
  province_id: null,
  city_id: 3,
  province: null,
  city: '臺北市',
  postal_code: '110',
  address: '信義路五段 7 號',
  home_site_id: 2,
};

const line: InvoiceLineView = {
  line_no: 2,
  sku: 'SOL-0417',
  product_name: 'Solstice',
  kind: 'ring',
  is_gold: true,
  size: '52',
  serial: 'S-1',
  cert_no: 'C12',
  quantity: 1,
  amount: 120_000,
  image: '',
};

const order: OrderView = {
  invoice_no: 'INV-1',
  order_id: 41,
  order_number: 'ON-41',
  type: 'online',
  purchase_date: '2026-01-05',
  fulfilled_date: null,
  country: 'TW',
  currency: 'TWD',
  total: 120_000,
  lines: [line],
  site_id: 2,
  customer,
};

const blank = (over: Partial<RmaValues> = {}): RmaValues => ({
  ...emptyRma({ country: 'FR', dialCode: '33', language: 'fr' }),
  ...over,
});

describe('filling the form from a record', () => {
  it('takes over the customer, whose number stays the CRM’s', () => {
    expect(fromCustomer(customer)).toMatchObject({
      customer_id: 7,
      customer_name: '陳小雨',
      phone: '912345678',
      phone_locked: true,
      email: '',
      province: '',
      city: '臺北市',
      address: '信義路五段 7 號, 110',
      receiver_name: '陳小雨',
      receiver_phone: '+886 912345678',
    });
  });

  it('leaves nothing of a customer who was not the one', () => {
    const cleared = { ...blank(), ...fromCustomer(customer), ...withoutCustomer() };
    expect(JSON.stringify(cleared)).not.toMatch(/陳|912345678|信義/);
    expect(cleared.phone_locked).toBe(false);
  });

  it('puts a found piece into the blank one, with its order and its buyer', () => {
    const filled = withFoundLine(blank(), line, order);
    expect(filled.items).toHaveLength(1);
    expect(filled.items[0]).toMatchObject({
      invoice_number: 'INV-1',
      invoice_checked: 'INV-1',
      product_sku: 'SOL-0417',
      serial_number: 'S-1',
      sequence_number: 'C12',
      sequence_checked: false,
      purchase_date: '2026-01-05',
    });
    expect(filled).toMatchObject({
      platform_type: 'online',
      // Not known to be fulfilled: the day of purchase is the earliest it can have been.
      fulfilled_date: '2026-01-05',
      original_order_id: '41',
      original_order_number: 'ON-41',
      customer_id: 7,
    });
  });

  it('adds a piece when none is blank, and keeps the first one’s order and the customer', () => {
    const begun = blank({
      firstname: 'Camille',
      original_order_number: 'ON-1',
      items: [{ ...emptyPiece(), product_sku: 'LUN-0001' }],
    });
    const filled = withFoundLine(begun, line, order);
    expect(filled.items.map(({ product_sku }) => product_sku)).toEqual(['LUN-0001', 'SOL-0417']);
    expect(filled).toMatchObject({ firstname: 'Camille', customer_id: null, original_order_number: 'ON-1' });
  });

  it('corrects the order of an only piece, and keeps what else was typed of it', () => {
    const begun = blank({
      original_order_number: 'typed',
      items: [{ ...emptyPiece(), total_weight: '3,2', reasons: [1] }],
    });
    const filled = withLineAt(begun, 0, line, order);
    expect(filled.original_order_number).toBe('ON-41');
    expect(filled.items[0]).toMatchObject({ total_weight: '3,2', reasons: [1], product_sku: 'SOL-0417' });
  });
});

describe('the buyer of an order', () => {
  const person = { customer_id: null, firstname: '', lastname: '' };

  it('is another person where a chosen or typed client is not the buyer', () => {
    expect(isOtherBuyer({ ...person, customer_id: 8 }, customer)).toBe(true);
    expect(isOtherBuyer({ ...person, firstname: 'Iris', lastname: 'Comptoir' }, customer)).toBe(true);
  });

  it('is the same person where the record or the name is theirs, and where there is no client yet', () => {
    expect(isOtherBuyer({ ...person, customer_id: 7 }, customer)).toBe(false);
    expect(isOtherBuyer({ ...person, firstname: '小雨', lastname: '陳' }, customer)).toBe(false);
    expect(isOtherBuyer(person, customer)).toBe(false);
  });
});
