import type { ItemView, RmaView } from '@atelier/contracts/repair-detail/schema.ts';
import type { ItemFileView } from '@atelier/contracts/repair-detail/file-schema.ts';
import { describe, expect, it } from 'vitest';
import { writeAmount } from '../../shared/item/amount.ts';
import { copyOf } from './copy-of.ts';
import { emptyPiece } from './form-values.ts';
import { fromFile } from './from-file.ts';
import { toBody } from './to-body.ts';

const rma = {
  id: 41,
  number: 'PAR-000041',
  firstname: 'Camille',
  lastname: 'Laurent',
  email: 'camille@example.test',
  phone_code: '+33',
  phone: '612345678',
  country: 'FR',
  province: 'Île-de-France',
  city: 'Paris',
  address: '1 place Vendôme',
  receiver_name: 'Camille Laurent',
  receiver_phone: '+33612345678',
  is_agent: true,
  language: 'fr',
  platform_type: 'online',
  fulfilled_date: '2024-01-12',
  original_order_id: '41',
  original_order_number: 'ON-41',
} as RmaView;

const item = {
  id: 42,
  invoice_number: 'INV-1',
  product_sku: 'SOL-0417',
  product_name: 'Solstice',
  product_kind: 'ring',
  product_size: '52',
  serial_number: 'S-1',
  purchase_date: '2024-01-10',
  rma_item_to_reason: [{ rma_item_reason_id: 3, Name: 'Bent' }],
  repair_fee: 15_550,
  repair_fee_ccy: 'EUR',
} as ItemView;

const file: ItemFileView = {
  id: 42,
  rma_id: 41,
  version: 1,
  number: 'PAR-000042',
  delivery: 'client',
  is_editable: true,
  sub_reasons: [31],
  maintenance_amount: 15_550,
  payments: [],
  loans: [],
  expected: [],
  renew_reasons: ['new_defect'],
  final_weight: null,
  total_weight: 3.217,
  gold_weight: 2.5,
  carat_weight: null,
  measurements: [],
  weights: [],
  parts_used: [],
  passed: [],
  is_gold: true,
  certificate_no: 'C12',
  sequence_number: 'SQ-12',
  exchange_survey: null,
  waived_fee: 1,
  store_remark: 'loyal client',
  extended_warranty: true,
  extended_warranty_proof: 'p',
  warranty_override: { in_warranty: false, reason: 'worn by force' },
  images: ['a', 'b'],
  marks: [{ image: 'b', x: 0.5, y: 0.25, text: 'claw bent' }],
  gold_image: 'g',
  is_fake_product: true,
  fake_product: [{ image: 'f', remark: 'no hallmark', at: '', by: '' }],
};

const write = (minor: number, currency: string) => writeAmount(minor, currency, 'fr');

describe('a deposit in the form again', () => {
  it('says, unchanged, what it said when it was taken in', () => {
    const values = fromFile(rma, [{ item, file }], write);
    expect(values).toMatchObject({ phone_code: '33', delivery: 'client', is_agent: true });
    const body = toBody(values, { currency: 'EUR', today: '2026-11-20' });
    expect(body).toMatchObject({ city: 'Paris', platform_type: 'online', delivery: 'client' });
    expect(body.items).toEqual([
      {
        product_sku: 'SOL-0417',
        product_size: '52',
        serial_number: 'S-1',
        invoice_number: 'INV-1',
        purchase_date: '2024-01-10',
        reasons: [3],
        sub_reasons: [31],
        maintenance_amount: 15_550,
        total_weight: 3.217,
        gold_weight: 2.5,
        certificate_no: 'C12',
        sequence_number: 'SQ-12',
        extended_warranty: true,
        extended_warranty_proof: 'p',
        warranty_override: { in_warranty: false, reason: 'worn by force' },
        is_waived_fee: true,
        store_remark: 'loyal client',
        renew_reasons: ['new_defect'],
        images: ['a', 'b'],
        marks: [{ image: 'b', x: 0.5, y: 0.25, text: 'claw bent' }],
        gold_image: 'g',
        fake_product: { image: 'f', remark: 'no hallmark' },
      },
    ]);
  });

  it('leaves the agreed amount to the people who agreed on it', () => {
    const [piece] = fromFile(rma, [{ item, file }], write).items;
    expect(piece).toMatchObject({ maintenance_amount: '155,50', amount_is_own: true });
  });
});

describe('a new deposit like an earlier one (product/deposit.md §14)', () => {
  it('knows client and piece, and asks again for what is weighed, shot, agreed and decided at a deposit', () => {
    const { items, ...head } = copyOf(rma, [{ item, file }], write);
    expect(head).toMatchObject({ firstname: 'Camille', address: '1 place Vendôme', signature: null });
    expect(items).toEqual([
      {
        ...emptyPiece(),
        invoice_number: 'INV-1',
        product_sku: 'SOL-0417',
        product_name: 'Solstice',
        product_size: '52',
        is_gold: true,
        serial_number: 'S-1',
        purchase_date: '2024-01-10',
        reasons: [3],
        sub_reasons: [31],
      },
    ]);
  });

  it('begins with a blank piece where every piece was cancelled', () => {
    expect(copyOf(rma, [], write).items).toEqual([emptyPiece()]);
  });
});
