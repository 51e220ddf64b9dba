import { describe, expect, it } from 'vitest';
import {
  headerOf,
  keyColumnsOf,
  templateOf,
  type DataSet,
} from '@atelier/domain/reference/import/data-set.ts';
import { headerIssues, readRow } from '@atelier/domain/reference/import/read-file.ts';
import { referenceSetViewOf } from './set-view.ts';
import { findReferenceSet, REFERENCE_SETS } from '@atelier/domain/reference/import/sets.ts';

const setNamed = (name: string): DataSet => {
  const set = findReferenceSet(name);
  if (set === undefined) throw new Error(`no set ${name}`);
  return set;
};

const EXAMPLES = (set: DataSet) =>
  Object.fromEntries(referenceSetViewOf(set).columns.map(({ name, example }) => [name, example]));

/** The set's own example row with some cells changed. */
const read = (name: string, cells: Readonly<Record<string, string>> = {}) => {
  const set = setNamed(name);
  const row = { ...EXAMPLES(set), ...cells };
  const header = headerOf(set);
  return readRow(
    set,
    header,
    2,
    header.map((column) => row[column] ?? ''),
  );
};
const codesOf = (name: string, cells: Readonly<Record<string, string>>) =>
  read(name, cells).issues.map(({ column, code }) => `${column}: ${code}`);

describe('every set', () => {
  it.each(REFERENCE_SETS.map((set) => [set.name, set] as const))(
    '%s takes its own examples, has a key, and no header twice',
    (name, set) => {
      expect(read(name).issues).toEqual([]);
      expect(keyColumnsOf(set).length).toBeGreaterThan(0);
      expect(new Set(headerOf(set)).size).toBe(headerOf(set).length);
    },
  );

  it('comes after the sets whose rows it names', () => {
    const tables = REFERENCE_SETS.map((set) => set.table);
    for (const [at, set] of REFERENCE_SETS.entries()) {
      const named = set.columns.flatMap(({ ref }) => (ref === null ? [] : [ref.table]));
      expect(named.filter((table) => tables.indexOf(table) > at)).toEqual([]);
    }
  });

  it('makes a template that is its header, with the mark of UTF-8', () => {
    expect(templateOf(setNamed('prices'))).toBe('\uFEFFsku,currency,amount\r\n');
    expect(headerOf(setNamed('reasons'))).toContain('name_zh-TW');
  });
});

describe('a header', () => {
  const issues = (...header: string[]) =>
    headerIssues(setNamed('prices'), header).map(({ column, code }) => `${column}: ${code}`);

  it('may have its columns in any order', () => {
    expect(issues('amount', 'sku', 'currency')).toEqual([]);
  });

  it('is refused with a column missing, unknown or twice', () => {
    expect(issues('sku', 'currency')).toEqual(['amount: missing_column']);
    for (const mark of [';', '\t', '|'])
      expect(issues(['sku', 'currency', 'amount'].join(mark))).toEqual([': wrong_separator']);
    expect(issues('sku;nothing')).not.toContain(': wrong_separator');
    expect(issues('sku', 'currency', 'amount', 'price')).toEqual(['price: unknown_column']);
    expect(issues('sku', 'currency', 'amount', 'sku')).toEqual(['sku: double_column']);
  });
});

describe('a cell', () => {
  it('that looks like a formula stays text', () => {
    expect(read('customers', { lastname: '=HYPERLINK("x")' }).values['lastname']).toBe('=HYPERLINK("x")');
    expect(read('customers', { address: '+1-2@SUM' }).values['address']).toBe('+1-2@SUM');
  });

  it('with money is kept in the smallest unit of its currency', () => {
    expect(read('prices', { amount: '2900.5', currency: 'EUR' }).values['amount']).toBe(290_050);
    expect(read('prices', { amount: '2900,50', currency: 'EUR' }).values['amount']).toBe(290_050);
    expect(read('prices', { amount: '165000', currency: 'JPY' }).values['amount']).toBe(165_000);
  });

  it('with more digits than the unit has is refused, never rounded', () => {
    expect(codesOf('prices', { amount: '1.5', currency: 'JPY' })).toEqual(['amount: bad_number']);
    expect(codesOf('prices', { amount: '1.005', currency: 'EUR' })).toEqual(['amount: bad_number']);
    expect(read('prices', { amount: '1.5000', currency: 'EUR' }).values['amount']).toBe(150);
    expect(codesOf('prices', { amount: '1.500', currency: 'EUR' })).toEqual(['amount: ambiguous_number']);
    expect(codesOf('prices', { amount: '-1', currency: 'EUR' })).toEqual(['amount: bad_number']);
    expect(codesOf('prices', { amount: '1', currency: 'EURO' })).toEqual(['currency: bad_currency']);
  });

  it('with a day must name one that exists', () => {
    expect(read('orders', { ordered_on: '2024-02-29', fulfilled_on: '' }).issues).toEqual([]);
    expect(codesOf('orders', { ordered_on: '2025-02-29' })).toEqual(['ordered_on: bad_day']);
    expect(codesOf('orders', { ordered_on: '31/01/2026' })).toEqual(['ordered_on: bad_day']);
  });

  it('may be blank only where the column allows it', () => {
    expect(codesOf('products', { name: '  ' })).toEqual(['name: required']);
    expect(read('customers', { email: '', phone: '' }).values).toMatchObject({ email: null, phone: '' });
    expect(codesOf('reasons', { name_en: '' })).toEqual(['name: required']);
  });

  it('at the length that is allowed passes, one more does not', () => {
    expect(codesOf('customers', { lastname: '欧'.repeat(100) })).toEqual([]);
    expect(codesOf('customers', { lastname: '欧'.repeat(101) })).toEqual(['lastname: too_long']);
  });

  it('is checked for its form', () => {
    expect(codesOf('products', { sku: '../etc', kind: 'crown', is_gold: 'maybe', sizes: '50|50' })).toEqual([
      'sku: bad_text',
      'kind: bad_choice',
      'is_gold: bad_yes_no',
      'sizes: bad_list',
    ]);
    expect(codesOf('stores', { time_zone: 'Paris' })).toEqual(['time_zone: bad_time_zone']);
    expect(codesOf('customers', { lastname: 'a\0b' })).toEqual(['lastname: bad_text']);
    expect(codesOf('provinces', { id: '99999999999' })).toEqual(['id: bad_number']);
  });
});

describe('a row', () => {
  it('with another number of cells than the header is wrong as a whole', () => {
    expect(readRow(setNamed('prices'), ['sku', 'currency', 'amount'], 7, ['A']).issues).toEqual([
      { column: '', code: 'wrong_cell_count' },
    ]);
  });

  it('of a shop needs a warehouse, of an order a day of delivery that is not before it', () => {
    expect(setNamed('stores').check({ kind: 'shop', warehouse_id: null })).toHaveLength(1);
    expect(setNamed('stores').check({ kind: 'factory', warehouse_id: null })).toEqual([]);
    const { check } = setNamed('orders');
    expect(check({ ordered_on: '2026-01-02', fulfilled_on: '2026-01-01' })).toHaveLength(1);
    expect(check({ ordered_on: '2026-01-02', fulfilled_on: '2026-01-02' })).toEqual([]);
  });

  it('of a certificate weighs at least its gold and its stones', () => {
    const { check } = setNamed('certificates');
    expect(check({ gold_mg: 100, carat_points: 10, total_mg: 120 })).toEqual([]);
    expect(check({ gold_mg: 100, carat_points: 10, total_mg: 119 })).toEqual([
      { column: 'total_g', code: 'weights_do_not_add_up' },
    ]);
  });

  it('of a customer is found without case and accents, family name first or last', () => {
    const { derive } = setNamed('customers');
    expect(derive({ firstname: 'Zoé', lastname: 'Lefèvre' })).toEqual({
      name_key: 'zoelefevre',
      family_key: 'lefevrezoe',
      words_form: 1,
    });
  });
});

describe('a header with another separator', () => {
  const set = setNamed('countries');
  const codes = (header: readonly string[]) => headerIssues(set, header).map(({ code }) => code);
  const wanted = headerOf(set);

  it.each([';', '\t', '|'])('is recognised by %j', (mark) => {
    expect(codes([wanted.join(mark)])).toEqual(['wrong_separator']);
  });

  it('is not one of several cells, nor of one that names one column', () => {
    expect(codes([wanted.join(';'), 'x'])).not.toContain('wrong_separator');
    expect(codes([wanted[0] ?? ''])).not.toContain('wrong_separator');
    expect(codes(wanted)).toEqual([]);
  });
});

describe('the warehouse of a store (product/shipping.md §2)', () => {
  it('is asked of a shop, and of no other place', () => {
    const issues = (kind: string, warehouse_id: number | null) =>
      setNamed('stores').check({ kind, warehouse_id });
    expect(issues('shop', null)).toEqual([{ column: 'warehouse', code: 'shop_without_warehouse' }]);
    expect([issues('shop', 10), issues('warehouse', null)]).toEqual([[], []]);
  });
});
