import { describe, expect, it } from 'vitest';
import { DEFAULT_POLICY, type Policy } from '../policy.ts';
import type { Deposit, DepositItem } from './deposit-command.ts';
import { depositRuleIssues } from './deposit-rules.ts';
import { depositItem, depositOf, NO_DEMANDS } from './testing.ts';

const TODAY = '2026-03-02';

/** The issues of the second of two items, on a Monday in March. */
function issues(item: Partial<DepositItem>, policy: Partial<Policy> = {}, changes: Partial<Deposit> = {}) {
  const items = [depositItem(1), depositItem(2, item)];
  const deposit = depositOf(100, items, { depositDay: TODAY, ...changes });
  return depositRuleIssues(deposit, { ...DEFAULT_POLICY, ...NO_DEMANDS, ...policy });
}
const codes = (...given: Parameters<typeof issues>) =>
  issues(...given).map(({ path, code }) => [path.replace('items.1.', ''), code]);
const words = (count: number) => Array.from({ length: count }, () => 'mot').join(' ');

describe('a deposit names the field that cannot be, and the item it is in', () => {
  it('finds nothing in a good one', () => {
    expect(issues({})).toEqual([]);
  });

  it.each<[string, string, Partial<DepositItem>]>([
    ['purchase_date', 'purchase_date_required', { purchaseDate: '2025-02-29' }],
    ['purchase_date', 'purchase_date_required', { purchaseDate: '' }],
    ['purchase_date', 'purchase_date_future', { purchaseDate: '2026-03-03' }],
    ['reasons', 'reasons_required', { reasonIds: [] }],
    ['maintenance_amount', 'maintenance_amount_required', { maintenanceAmount: -1 }],
    ['maintenance_amount', 'maintenance_amount_required', { maintenanceAmount: 10.5 }],
    ['renew_reasons', 'renew_reasons_required', { repairedBefore: true }],
    ['store_remark', 'store_remark_required', { waiverRemark: '  ' }],
  ])('%s: %s', (path, code, item) => {
    expect(issues(item)).toEqual([{ path: `items.1.${path}`, code }]);
  });

  it('takes today, a leap day, and a piece repaired before with its renew reason', () => {
    expect(issues({ purchaseDate: TODAY })).toEqual([]);
    expect(issues({ purchaseDate: '2024-02-29' })).toEqual([]);
    expect(issues({ repairedBefore: true, renewReasons: ['again'] })).toEqual([]);
  });
});

describe('a remark has 120 words, each Han or kana character one (product/deposit.md §2)', () => {
  it.each([
    ['120 words', words(120), 0],
    ['121 words', words(121), 1],
    ['120 Han and kana characters', '修理カナ'.repeat(30), 0],
    ['121 of them', `${'修理カナ'.repeat(30)}字`, 1],
    ['119 words and one character', `${words(119)} 金`, 0],
    ['120 words and one character', `${words(120)} 金`, 1],
  ])('%s', (_, waiverRemark, count) => {
    expect(codes({ waiverRemark })).toEqual(
      Array.from({ length: count }, () => ['store_remark', 'text_too_long']),
    );
  });
});

describe('the exchange survey is asked under six months, where the form has it (product/deposit.md §4)', () => {
  const demand = { demandExchangeSurvey: true };
  const survey = { reason: 'no_stock', comment: 'sold out' } as const;

  it('to the day: six months minus one day yes, six months no', () => {
    const asked = [['exchange_survey', 'exchange_survey_required']];
    expect(codes({ purchaseDate: '2025-09-03' }, demand)).toEqual(asked);
    expect(codes({ purchaseDate: '2025-09-02' }, demand)).toEqual([]);
  });

  it('not where the flag is off', () => {
    expect(codes({ purchaseDate: '2025-09-03' })).toEqual([]);
  });

  it('with its comment, always', () => {
    expect(codes({ purchaseDate: '2025-09-03', survey }, demand)).toEqual([]);
    expect(codes({ survey: { ...survey, comment: ' ' } })).toEqual([
      ['exchange_survey.comment', 'exchange_comment_required'],
    ]);
    expect(codes({ survey: { ...survey, comment: words(121) } })).toEqual([
      ['exchange_survey.comment', 'text_too_long'],
    ]);
  });
});

describe('gold asks for picture, weight and checked number, where the form has them (product/deposit.md §2)', () => {
  const demand = { demandGoldChecks: true };
  const gold = { ...depositItem(2).product, isGold: true };

  it('for all three at once', () => {
    expect(codes({ product: gold }, demand)).toEqual([
      ['gold_image', 'gold_image_required'],
      ['gold_weight', 'gold_weight_required'],
      ['sequence_number', 'sequence_number_unchecked'],
    ]);
  });

  it('for nothing more once they are there, nor of silver, nor where the flag is off', () => {
    const complete = {
      product: { ...gold, sequenceNumber: 'SQ1' },
      goldImage: 'scale',
      weights: { totalMg: 2, goldMg: 1, milliCarats: null },
    };
    expect(codes(complete, demand)).toEqual([]);
    expect(codes({}, demand)).toEqual([]);
    expect(codes({ product: gold })).toEqual([]);
  });
});

describe('pictures are mandatory where the form has them', () => {
  it('at least one', () => {
    const missing = [
      { path: 'items.0.images', code: 'images_required' },
      { path: 'items.1.images', code: 'images_required' },
    ];
    expect(issues({}, { demandImages: true })).toEqual(missing);
    expect(issues({ images: ['a'] }, { demandImages: true })).toEqual(missing.slice(0, 1));
    expect(issues({})).toEqual([]);
  });
});

describe('an extended warranty needs its proof, one set by hand its reason (product/deposit.md §3)', () => {
  it('a term without a picture of its paper is refused', () => {
    expect(codes({ extendedMonths: 12 })).toEqual([
      ['extended_warranty_proof', 'extended_warranty_proof_required'],
    ]);
    expect(codes({ extendedMonths: 12, extendedWarrantyProof: 'paper' })).toEqual([]);
  });

  it('an override without a reason is refused', () => {
    expect(codes({ warrantyOverride: { inWarranty: true, reason: ' ' } })).toEqual([
      ['warranty_override.reason', 'warranty_override_reason_required'],
    ]);
    expect(codes({ warrantyOverride: { inWarranty: true, reason: 'goodwill' } })).toEqual([]);
  });
});

describe('a counterfeit is recorded with a picture and a remark', () => {
  it('both of them', () => {
    expect(codes({ fakeProduct: { image: '', remark: '' } })).toEqual([
      ['fake_product.image', 'fake_product_image_required'],
      ['fake_product.remark', 'fake_product_remark_required'],
    ]);
    expect(codes({ fakeProduct: { image: 'a', remark: 'stamp is wrong' } })).toEqual([]);
  });
});
