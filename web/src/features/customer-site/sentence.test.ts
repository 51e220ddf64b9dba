import { readFileSync } from 'node:fs';
import { PRODUCT_KINDS } from '@atelier/domain/shared/product.ts';
import type { CustomerStatusView } from '@atelier/contracts/customer-site/schema.ts';
import { describe, expect, it } from 'vitest';
import { formatsFor } from '@atelier/ui/text/formats.ts';
import { LANGUAGES, type Language } from '../../lib/i18n/languages.ts';
import { fullName } from './facts.tsx';
import { feeSentenceOf, sentenceOf, sinceOf, stepOf } from './sentence.ts';
import { translateWith } from './texts.ts';

const item = (over: Partial<CustomerStatusView>): CustomerStatusView => ({
  RmaID: 'PAR-000123',
  origin_invoice_number: '',
  order_number: '',
  retail_carrier_code: '',
  product_sku: 'S',
  product_name: 'Ring',
  product_kind: 'ring',
  product_image: '',
  lastname: 'Laurent',
  firstname: 'Camille',
  email: '',
  phone_code: '33',
  phone: '1',
  shopName: 'Paris Vendôme',
  home_shop: 'Paris Vendôme',
  delay: null,
  expected: null,
  collection: null,
  shop: { phone: '+33 1 99', address: '14 place Vendôme', opening_hours: '', map_url: null },
  RmaStatusHistory: [],
  Progress: 3,
  cancelled: false,
  to_client: false,
  returned: false,
  since: '2026-11-14T09:00:00Z',
  repair_fee: 0,
  repair_fee_ccy: 'EUR',
  fee_waits: 'no',
  pictures: [],
  rma_item_to_reason: [],
  ...over,
});

const textsOf = (language: Language) =>
  translateWith(
    JSON.parse(
      readFileSync(
        new URL(`../../../../packages/contracts/src/locales/${language}/customer.json`, import.meta.url),
        'utf8',
      ),
    ) as Record<string, unknown>,
    language,
  );

describe.each(LANGUAGES.map(({ tag }) => tag))("the customer's sentence in %s", (language) => {
  const t = textsOf(language);

  it('never calls a piece ready that comes back without a repair', () => {
    const ready = [sentenceOf(item({ Progress: 5 }), t), stepOf('5', item({}), t)];
    for (const product_kind of ['ring', 'earrings']) {
      for (const Progress of [4, 5, 6]) {
        const sentence = sentenceOf(item({ product_kind, Progress, returned: true }), t);
        expect(sentence).not.toMatch(/returnedSentence|[{}]/);
        expect(sentence).not.toBe(sentenceOf(item({ product_kind, Progress }), t));
      }
    }
    expect(ready).not.toContain(sentenceOf(item({ Progress: 5, returned: true }), t));
    expect(ready).not.toContain(stepOf('5', item({ returned: true }), t));
  });

  it('says that a piece is on its way to its client, and calls it neither ready nor waiting in a shop', () => {
    const formats = formatsFor(language);
    for (const Progress of [4, 5]) {
      const sent = item({ Progress, to_client: true });
      expect(sentenceOf(sent, t)).toBe(sentenceOf(item({ Progress: 4 }), t));
      expect(sinceOf(sent, t, formats)).toContain(t('door.next'));
      expect(sinceOf(sent, t, formats)).not.toContain('Vendôme');
      expect(stepOf(String(Progress), sent, t)).toBe(t('door.step'));
    }
    expect(stepOf('5', item({ Progress: 4, to_client: true }), t)).toBe(t('step.5'));
    expect(t('door.next')).not.toMatch(/door/);
  });

  it('is a whole sentence for every kind of piece and every step', () => {
    for (const product_kind of [...PRODUCT_KINDS, 'watch']) {
      for (const Progress of [1, 2, 3, 4, 5, 6]) {
        const words = [
          sentenceOf(item({ product_kind, Progress }), t),
          sinceOf(item({ product_kind, Progress }), t, formatsFor(language)),
        ].join(' ');
        expect(words).not.toMatch(/\{\{|sentence\.|piece\.|nextStep\.|since/);
      }
    }
  });

  it('says which answer to a fee is missing, or was given, with amount and boutique; else nothing', () => {
    const said = (fee_waits: CustomerStatusView['fee_waits']) =>
      feeSentenceOf(item({ fee_waits, repair_fee: 7000 }), t, formatsFor(language));
    expect(said('no')).toBeNull();
    const sentences = (['unasked', 'asked', 'declined'] as const).map(said);
    expect(new Set(sentences).size).toBe(3);
    for (const sentence of sentences) {
      expect(sentence).toContain('Paris Vendôme');
      expect(sentence).toMatch(/70|٧٠/);
      expect(sentence).not.toMatch(/feeWaits|[{}]/);
    }
  });

  it('says a cancellation', () => {
    expect(sentenceOf(item({ cancelled: true }), t)).toBe(t('cancelled.title'));
    expect(sinceOf(item({ cancelled: true }), t, formatsFor(language))).toContain('Paris Vendôme');
  });
});

describe('a name', () => {
  it('puts the surname of a Chinese name first and without a space', () => {
    expect(fullName({ firstname: '小雨', lastname: '王' })).toBe('王小雨');
    expect(fullName({ firstname: 'Camille', lastname: 'Laurent' })).toBe('Camille Laurent');
  });
});
