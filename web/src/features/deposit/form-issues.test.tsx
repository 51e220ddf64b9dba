import { describe, expect, it } from 'vitest';
import en from '@atelier/contracts/locales/en/deposit.json' with { type: 'json' };
import { issuesOf, type FormRules } from './form-issues.ts';
import { emptyPiece, emptyRma, type PieceValues, type RmaValues } from './form-values.ts';

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
  images: ['img-1'],
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
  Object.fromEntries(issuesOf(values, rules).map(({ path, code }) => [path, code]));
const sentence = (code: string): string | undefined => new Map(Object.entries(en.error)).get(code);

/** The sentences that one piece of an otherwise good form gets, by field. */
const issuesOfPiece = (over: Partial<PieceValues>): Record<string, string | undefined> =>
  Object.fromEntries(
    issuesOf(good({ items: [piece(over)] }), rules).map(({ path, code }) => [
      path.replace('items.0.', ''),
      sentence(code),
    ]),
  );

describe('requesting an RMA', () => {
  it('accepts a complete form', () => {
    expect(says(good())).toEqual({});
  });

  // One row per mandatory field of product/deposit.md §1: the field, a value that is not enough, and its own sentence.
  it.each<[keyof RmaValues, unknown, string]>([
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
    ['original_order_id', '', 'Please enter the original order ID.'],
    ['original_order_number', '', 'Please enter the original order number.'],
    ['items', [], 'Please add the product.'],
  ])('asks for %s', (field, value, message) => {
    const issues = says({ ...good(), [field]: value });
    expect(sentence(issues[field] ?? '')).toBe(message);
    expect(Object.keys(issues)).toEqual([field]);
  });

  it.each<[keyof PieceValues, unknown, string]>([
    ['invoice_number', '', 'Please enter the invoice number.'],
    ['product_sku', '', 'Please enter the product’s SKU.'],
    ['purchase_date', '', 'Please enter the purchase date.'],
    ['reasons', [], 'Please choose a reason for every product.'],
    ['maintenance_amount', '', 'Please enter the repair fee.'],
    ['maintenance_amount', 'about 40', 'Please enter the repair fee.'],
    ['total_weight', '0', 'Please enter the total weight.'],
    ['images', [], 'Please add a picture of the piece.'],
  ])('asks for %s of every piece', (field, value, message) => {
    const issues = says(good({ items: [piece(), piece({ [field]: value })] }));
    expect(sentence(issues[`items.1.${field}`] ?? '')).toBe(message);
    expect(Object.keys(issues)).toEqual([`items.1.${field}`]);
  });

  it('takes only a valid phone number, with its fixed message', () => {
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

  it('asks for a store remark when the fee is to be waived', () => {
    expect(issuesOfPiece({ is_waived_fee: true, store_remark: ' \n' })).toEqual({
      store_remark: 'A waived fee needs a store remark.',
    });
    expect(issuesOfPiece({ is_waived_fee: false, store_remark: '' })).toEqual({});
  });

  const words = (count: number) => Array.from({ length: count }, () => 'word').join(' ');
  const REMARKS: [keyof PieceValues, Partial<PieceValues>][] = [
    ['store_remark', { is_waived_fee: true }],
    ['override_reason', { warranty_override: 'in' }],
    ['fake_remark', { is_fake: true, fake_image: ['img-2'] }],
    ['survey_comment', { purchase_date: '2026-11-01', survey_reason: 'other' }],
  ];

  it.each(REMARKS)('takes 120 words of %s and not 121, each Han character one', (field, asked) => {
    const says120 = 'At most 120 words.';
    expect(issuesOfPiece({ ...asked, [field]: words(120) })).toEqual({});
    expect(issuesOfPiece({ ...asked, [field]: words(121) })).toEqual({ [field]: says120 });
    expect(issuesOfPiece({ ...asked, [field]: '修'.repeat(120) })).toEqual({});
    expect(issuesOfPiece({ ...asked, [field]: '修'.repeat(121) })).toEqual({ [field]: says120 });
    expect(issuesOfPiece({ ...asked, [field]: `${'修'.repeat(119)} ring` })).toEqual({});
    expect(issuesOfPiece({ ...asked, [field]: `${'修'.repeat(119)} gold ring` })).toEqual({
      [field]: says120,
    });
  });

  it('asks for the proof of an extended warranty, and for nothing when there is none', () => {
    expect(issuesOfPiece({ extended_warranty: true })).toEqual({
      extended_warranty_proof: 'An extended warranty needs a picture of its proof.',
    });
    expect(issuesOfPiece({ extended_warranty: true, extended_warranty_proof: ['img-9'] })).toEqual({});
  });

  it.each(['in', 'out'] as const)('asks why the warranty is set by hand to %s', (warranty_override) => {
    expect(issuesOfPiece({ warranty_override })).toEqual({
      override_reason: 'Please explain why the warranty is set manually.',
    });
    expect(issuesOfPiece({ warranty_override, override_reason: 'Goodwill' })).toEqual({});
  });

  it('asks for a picture and a remark of a suspected counterfeit', () => {
    expect(issuesOfPiece({ is_fake: true })).toEqual({
      fake_image: 'Please add a picture of the suspected counterfeit.',
      fake_remark: 'Please describe what looks suspicious.',
    });
    expect(issuesOfPiece({ is_fake: true, fake_image: ['img-3'], fake_remark: 'No hallmark' })).toEqual({});
  });

  it('keeps to the country when it does not allow sending to the customer', () => {
    const refused = { delivery: 'client', delivery_refused: true } as const;
    expect(sentence(says(good(refused))['delivery'] ?? '')).toBe(
      'The country does not allow sending to the customer.',
    );
    expect(says(good({ ...refused, delivery: 'store' }))).toEqual({});
  });

  it('asks for a renew reason when the piece was repaired before', () => {
    expect(says(good({ items: [piece({ is_repaired_before: true })] }))).toEqual({
      'items.0.renew_reasons': 'renew_reasons',
    });
    expect(
      says(good({ items: [piece({ is_repaired_before: true, renew_reasons: ['same_defect'] })] })),
    ).toEqual({});
  });

  it('asks for the picture, the weight and the checked sequence number of gold', () => {
    expect(issuesOfPiece({ is_gold: true, sequence_number: 'G-77' })).toEqual({
      gold_image: 'Please add the gold weight image.',
      gold_weight: 'Please enter the gold weight.',
      sequence_number: 'The gold product’s sequence number must be checked.',
    });
    const checked = { gold_image: ['img-4'], gold_weight: '2.1', sequence_checked: true };
    expect(issuesOfPiece({ is_gold: true, ...checked })).toEqual({});
  });

  it('asks the exchange survey under six months, the day itself excluded', () => {
    expect(says(good({ items: [piece({ purchase_date: '2026-05-21' })] }))).toEqual({
      'items.0.survey_reason': 'survey_reason',
      'items.0.survey_comment': 'survey_comment',
    });
    expect(says(good({ items: [piece({ purchase_date: '2026-05-20' })] }))).toEqual({});
  });

  it('takes a purchase of today and refuses one of tomorrow', () => {
    const answered = { survey_reason: 'other', survey_comment: 'Gift' };
    expect(issuesOfPiece({ purchase_date: '2026-11-20', ...answered })).toEqual({});
    expect(issuesOfPiece({ purchase_date: '2026-11-21' })).toEqual({
      purchase_date: 'The purchase date is in the future.',
    });
  });

  it('takes the 29th of February of a leap year only', () => {
    expect(issuesOfPiece({ purchase_date: '2024-02-29' })).toEqual({});
    expect(issuesOfPiece({ purchase_date: '2025-02-29' })).toEqual({
      purchase_date: 'Please enter the purchase date.',
    });
  });

  it('refuses an order fulfilled in the future', () => {
    expect(says(good({ fulfilled_date: '2026-11-20' }))).toEqual({});
    expect(sentence(says(good({ fulfilled_date: '2026-11-21' }))['fulfilled_date'] ?? '')).toBe(
      'The fulfilled date is in the future.',
    );
  });

  it('says everything at once, not one thing after the other', () => {
    const issues = says(
      good({ firstname: '', lastname: ' ', phone: '1', items: [piece({ reasons: [], is_gold: true })] }),
    );
    expect(Object.keys(issues).toSorted()).toEqual(
      [
        'firstname',
        'lastname',
        'items.0.gold_image',
        'items.0.gold_weight',
        'items.0.reasons',
        'items.0.sequence_number',
        'phone',
      ].toSorted(),
    );
  });

  it('has a sentence for every message it can give', () => {
    const all = [
      ...issuesOf(emptyRma({ country: '', dialCode: '', language: '' }), rules),
      ...issuesOf(good({ phone: '1', email: 'x', needs_province: true, needs_city: true }), rules),
    ];
    for (const { code } of all) expect(sentence(code), code).toBeTypeOf('string');
  });
});
