import { describe, expect, it } from 'vitest';
import en from '../../../locales/en/rma.json' with { type: 'json' };
import { flawsOf } from './form-schema.ts';
import type { FormRules } from './form-schema.ts';
import { emptyPiece, emptyRma } from './form-values.ts';
import type { PieceValues, RmaValues } from './form-values.ts';

const rules: FormRules = {
  today: '2026-11-20',
  currency: 'EUR',
  isValidPhone: (code, phone) => code === '+33' && phone.replaceAll(/\D/g, '').length === 9,
};

const piece = (over: Partial<PieceValues> = {}): PieceValues => ({
  ...emptyPiece(),
  invoice_number: 'FA-2024-88121',
  product_sku: 'SOL-0417',
  purchase_date: '2025-01-10',
  reasons: [1],
  maintenance_amount: '40',
  total_weight: '3,2',
  ...over,
});

const good = (over: Partial<RmaValues> = {}): RmaValues => ({
  ...emptyRma({ country: 'FR', dialCode: '+33', language: 'fr' }),
  firstname: 'Camille',
  lastname: 'Laurent',
  phone: '6 12 34 56 78',
  email: 'camille@example.test',
  address: '1 place Vendôme',
  receiver_name: 'Camille Laurent',
  receiver_phone: '+33 6 12 34 56 78',
  platform_type: 'store',
  fulfilled_date: '2025-01-10',
  original_order_id: '9001',
  original_order_number: 'PO-9001',
  items: [piece()],
  ...over,
});

const says = (values: RmaValues): Record<string, string> =>
  Object.fromEntries(flawsOf(values, rules).map(({ path, code }) => [path, code]));
const sentence = (code: string): string | undefined => new Map(Object.entries(en.create.error)).get(code);

describe('requesting an RMA', () => {
  it('accepts a complete form', () => {
    expect(says(good())).toEqual({});
  });

  // One row per mandatory field of specification §5: the field, a value that is not enough, and its own sentence.
  it.each<[keyof RmaValues, unknown, string]>([
    ['firstname', ' ', 'Please enter the first name.'],
    ['lastname', '', 'Please enter the last name.'],
    ['phone_code', '', 'Please choose the phone code.'],
    ['phone', '', 'Please enter the phone number.'],
    ['email', '', 'Please enter the email.'],
    ['country', '', 'Please choose the country.'],
    ['address', '', 'Please enter the address.'],
    ['receiver_name', '', 'Please enter the receiver’s name.'],
    ['receiver_phone', '', 'Please enter the receiver’s phone.'],
    ['language', '', 'Please choose the language.'],
    ['platform_type', '', 'Please choose how it was bought.'],
    ['fulfilled_date', '', 'Please enter the fulfilled date.'],
    ['original_order_id', '', 'Please enter the original order id.'],
    ['original_order_number', '', 'Please enter the original order number.'],
    ['items', [], 'Please add the product.'],
  ])('asks for %s', (field, value, message) => {
    const flaws = says({ ...good(), [field]: value });
    expect(sentence(flaws[field] ?? '')).toBe(message);
    expect(Object.keys(flaws)).toEqual([field]);
  });

  it.each<[keyof PieceValues, unknown, string]>([
    ['invoice_number', '', 'Please enter the invoice number.'],
    ['product_sku', '', 'Please enter the product’s SKU.'],
    ['purchase_date', '', 'Please enter the purchase date.'],
    ['reasons', [], 'Please choose a reason for every product.'],
    ['maintenance_amount', '', 'Please enter the maintenance amount.'],
    ['maintenance_amount', 'about 40', 'Please enter the maintenance amount.'],
    ['total_weight', '0', 'Please enter the total weight.'],
  ])('asks for %s of every piece', (field, value, message) => {
    const flaws = says(good({ items: [piece(), piece({ [field]: value })] }));
    expect(sentence(flaws[`items.1.${field}`] ?? '')).toBe(message);
    expect(Object.keys(flaws)).toEqual([`items.1.${field}`]);
  });

  it('takes only a valid phone number, with the message of the specification', () => {
    expect(sentence(says(good({ phone: '123' }))['phone'] ?? '')).toBe(
      'Incorrect phone number format (modify it in the CRM and try again)',
    );
  });

  it('takes only a valid email', () => {
    expect(says(good({ email: 'camille@' }))).toEqual({ email: 'email_format' });
  });

  it('asks for a province and a city only where the country has any', () => {
    expect(says(good({ needs_province: true, needs_city: true }))).toEqual({
      province: 'province',
      city: 'city',
    });
    expect(says(good({ needs_province: true, province: 'Hainan' }))).toEqual({});
  });

  it('asks for a store remark when the fee is to be waived, of 120 words at most', () => {
    expect(says(good({ items: [piece({ is_waived_fee: true })] }))).toEqual({
      'items.0.store_remark': 'store_remark',
    });
    const words = (count: number) => Array.from({ length: count }, () => 'word').join(' ');
    expect(says(good({ items: [piece({ is_waived_fee: true, store_remark: words(120) })] }))).toEqual({});
    expect(says(good({ items: [piece({ is_waived_fee: true, store_remark: words(121) })] }))).toEqual({
      'items.0.store_remark': 'remark_long',
    });
  });

  it('asks for a renew reason when the piece was repaired before', () => {
    expect(says(good({ items: [piece({ is_repaired_before: true })] }))).toEqual({
      'items.0.renew_reasons': 'renew_reasons',
    });
    expect(
      says(good({ items: [piece({ is_repaired_before: true, renew_reasons: ['same_defect'] })] })),
    ).toEqual({});
  });

  it('asks for the weight and the checked sequence number of gold', () => {
    expect(says(good({ items: [piece({ is_gold: true, sequence_number: 'G-77' })] }))).toEqual({
      'items.0.gold_weight': 'gold_weight',
      'items.0.sequence_number': 'sequence_number',
    });
    expect(
      says(
        good({
          items: [
            piece({ is_gold: true, gold_weight: '2.1', sequence_number: 'G-77', sequence_checked: true }),
          ],
        }),
      ),
    ).toEqual({});
  });

  it('asks the exchange survey under six months, the day itself excluded', () => {
    expect(says(good({ items: [piece({ purchase_date: '2026-05-21' })] }))).toEqual({
      'items.0.survey_reason': 'survey_reason',
      'items.0.survey_comment': 'survey_comment',
    });
    expect(says(good({ items: [piece({ purchase_date: '2026-05-20' })] }))).toEqual({});
  });

  it('refuses a purchase in the future', () => {
    expect(says(good({ items: [piece({ purchase_date: '2026-11-21' })] }))).toEqual({
      'items.0.purchase_date': 'purchase_date_future',
    });
  });

  it('says everything at once, not one thing after the other', () => {
    const flaws = says(good({ firstname: '', phone: '1', items: [piece({ reasons: [], is_gold: true })] }));
    expect(Object.keys(flaws).toSorted()).toEqual(
      ['firstname', 'items.0.gold_weight', 'items.0.reasons', 'items.0.sequence_number', 'phone'].toSorted(),
    );
  });

  it('has a sentence for every message it can give', () => {
    const all = [
      ...flawsOf(emptyRma({ country: '', dialCode: '', language: '' }), rules),
      ...flawsOf(good({ phone: '1', email: 'x', needs_province: true, needs_city: true }), rules),
    ];
    for (const { code } of all) expect(sentence(code), code).toBeTypeOf('string');
  });
});
