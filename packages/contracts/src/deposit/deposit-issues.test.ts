import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { cleanEmail } from '@atelier/domain/contract/codes.ts';
import { EMAIL, TEXT_LENGTH } from '@atelier/domain/contract/limits.ts';
import { DEFAULT_POLICY } from '@atelier/domain/policy.ts';
import { createItemBody, createRmaBody } from './deposit-schema.ts';
import { depositIssues } from '@atelier/domain/processes/deposit-issues.ts';
import { emailIssues, headIssues, type HeadFields } from '@atelier/domain/processes/head-issues.ts';
import { namingIssues, type PieceNaming } from '@atelier/domain/processes/piece-issues.ts';

const HEAD: HeadFields = {
  firstname: 'Camille',
  lastname: 'Laurent',
  phone_code: '+33',
  phone: '612345678',
  email: 'camille@example.test',
  language: 'fr',
  country: 'FR',
  province: '',
  city: '',
  address: '1 place Vendôme',
  receiver_name: 'Camille Laurent',
  receiver_phone: '+33 6 12 34 56 78',
  platform_type: 'store',
  fulfilled_date: '2025-01-10',
  original_order_id: '9001',
  original_order_number: 'PO-9001',
};
const NAMING: PieceNaming = {
  invoice_number: 'FA-1',
  product_sku: 'SOL-0417',
  product_size: '',
  serial_number: '',
  total_weight: 3.2,
};
const rules = { today: '9999-12-31', policy: DEFAULT_POLICY, isValidPhone: () => true };

/** Texts at and beyond every limit, blanks, invisible characters, and what looks nearly right. */
const someText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.constantFrom(
    '',
    ' ',
    '\u200F\u202E',
    '  Ana ',
    'null',
    'a@b.co',
    'a..b@c.de',
    'a@b',
    '+33',
    '12345',
    '1 2 3 4',
  ),
  fc.constantFrom('fr', 'FR', 'FRA', '2025-02-29', '2024-02-29', '+33 6 12 34', 'x\u202E@y.de'),
  fc.integer({ min: 18, max: 310 }).map((length) => 'x'.repeat(length)),
  fc.integer({ min: 18, max: 310 }).map((length) => '𠮷'.repeat(length)),
  fc
    .tuple(fc.integer({ min: 96, max: 104 }), fc.constantFrom('\u200F', ' ', '1'))
    .map(([n, sign]) => `${'y'.repeat(n)}${sign}`),
);

describe('the form and the server refuse the same', () => {
  it.each(Object.keys(HEAD) as (keyof HeadFields)[])('%s', (field) => {
    fc.assert(
      fc.property(someText, (text) => {
        const isRefused = headIssues({ ...HEAD, [field]: text }, rules).some(({ path }) => path === field);
        const isTaken = createRmaBody.shape[field].safeParse(text).success;
        const isThere = field !== 'email' || cleanEmail(text) !== null;
        expect(isRefused).toBe(!(isTaken && isThere));
      }),
      { numRuns: 400 },
    );
  });

  it.each(['invoice_number', 'product_sku', 'product_size', 'serial_number'] as const)(
    '%s of a piece',
    (field) => {
      fc.assert(
        fc.property(someText, (text) => {
          const isRefused = namingIssues({ ...NAMING, [field]: text }).some(({ path }) => path === field);
          expect(isRefused).toBe(!createItemBody.shape[field].safeParse(text).success);
        }),
        { numRuns: 300 },
      );
    },
  );

  it('the weight of a piece', () => {
    const some = fc.oneof(fc.double(), fc.constantFrom(0, -1, 0.01, 100_000, 100_000.1));
    fc.assert(
      fc.property(some, (grams) => {
        const isRefused = namingIssues({ ...NAMING, total_weight: grams }).length > 0;
        expect(isRefused).toBe(!createItemBody.shape.total_weight.safeParse(grams).success);
      }),
    );
  });

  it('nothing as an address of mail that the schema library takes', () => {
    fc.assert(
      fc.property(fc.emailAddress(), (address) => {
        expect(z.email().safeParse(address).success && !EMAIL.test(address)).toBe(false);
      }),
    );
  });
});

describe('a deposit as a whole', () => {
  it('asks for one piece at least', () => {
    expect(depositIssues({ head: HEAD, pieces: [] }, rules)).toEqual([
      { path: 'items', code: 'items_required' },
    ]);
  });

  it('asks whether a number can be dialled only where there is one', () => {
    const nowhere = { ...rules, isValidPhone: () => false };
    expect(headIssues(HEAD, nowhere)).toEqual([{ path: 'phone', code: 'invalid_phone' }]);
    expect(headIssues({ ...HEAD, phone: '' }, nowhere)).toEqual([{ path: 'phone', code: 'phone_required' }]);
  });
});

describe('an address of mail', () => {
  it('may be as long as its limit, and no longer', () => {
    const ofLength = (length: number) => `a@${'b.'.repeat((length - 6) / 2)}test`;
    expect(ofLength(TEXT_LENGTH.email)).toHaveLength(TEXT_LENGTH.email);
    expect(emailIssues(ofLength(TEXT_LENGTH.email))).toEqual([]);
    expect(emailIssues(ofLength(TEXT_LENGTH.email + 2))).toEqual([{ path: 'email', code: 'email_invalid' }]);
  });

  it('that is left out reads like every other field of the request that is', () => {
    const { error } = createRmaBody.shape.email.safeParse(undefined);
    expect(error?.issues[0]?.message).toBe('expected a text, received undefined');
    expect(createRmaBody.shape.email.safeParse('nobody').error?.issues[0]?.message).not.toContain(
      'undefined',
    );
  });
});

describe('what is left out is asked for by its own name', () => {
  it.each([
    ['email', 'email_required'],
    ['language', 'language_required'],
    ['phone_code', 'phone_code_required'],
    ['phone', 'phone_required'],
    ['country', 'country_required'],
    ['address', 'address_required'],
    ['receiver_name', 'receiver_name_required'],
    ['receiver_phone', 'receiver_phone_required'],
    ['platform_type', 'platform_type_required'],
    ['fulfilled_date', 'fulfilled_date_required'],
    ['original_order_id', 'original_order_id_required'],
    ['original_order_number', 'original_order_number_required'],
  ] as const)('%s: %s', (field, code) => {
    expect(headIssues({ ...HEAD, [field]: '' }, rules)).toEqual([{ path: field, code }]);
  });
});

describe('a customer', () => {
  const named = (firstname: string, lastname: string) =>
    headIssues({ ...HEAD, firstname, lastname }, rules).map(({ code }) => code);

  it('may have one name alone, first or last', () => {
    expect(named('Suharto', '')).toEqual([]);
    expect(named(' ', 'Suharto')).toEqual([]);
  });

  it('has one name at least that can be seen', () => {
    expect(named('', ' ')).toEqual(['firstname_required', 'lastname_required']);
    expect(named('\u200F', '')).toEqual(['firstname_required', 'lastname_required']);
  });
});
