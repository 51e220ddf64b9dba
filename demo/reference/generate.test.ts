import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { isSku } from '@atelier/domain/shared/product.ts';
import { PERMISSIONS } from '@atelier/domain/shared/permissions.ts';
import { DEMO_ACCOUNTS } from '../accounts.ts';
import { boundaryDays } from './boundaries.ts';
import { addDays, addMonths, dayIn, lastLeapDay } from './calendar.ts';
import { generateReference } from './generate.ts';
import { createRandom } from './random.ts';
import { WORKER_ROLES } from './worker-roles.ts';
import { createWorkers } from './workers.ts';

const NOW = new Date('2026-11-20T10:00:00Z');
const reference = generateReference(NOW, 7);
const bytes = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('hex');
const areUnique = (values: readonly unknown[]) => new Set(values).size === values.length;
const stream = (label: string, random = createRandom(1, label)) =>
  Array.from({ length: 5 }, () => random.next());

describe('the demo reference set', () => {
  it('is the same, byte for byte, for the same day and seed', () => {
    expect(bytes(generateReference(NOW, 7))).toBe(bytes(reference));
  });

  it('differs for another seed, and moves with the day', () => {
    expect(bytes(generateReference(NOW, 8))).not.toBe(bytes(reference));
    expect(bytes(generateReference(new Date('2026-11-21T10:00:00Z'), 7))).not.toBe(bytes(reference));
  });

  it('keeps products and customers when only the day moves', () => {
    const later = generateReference(new Date('2027-03-01T00:00:00Z'), 7);
    expect(later.customers).toEqual(reference.customers);
    expect(later.products).toEqual(reference.products);
  });

  it('has twelve shops in ten countries, one warehouse and two factories', () => {
    const shops = reference.sites.filter((site) => site.kind === 'shop');
    expect(shops).toHaveLength(12);
    expect(new Set(shops.map((shop) => shop.country)).size).toBe(10);
    expect(reference.sites.filter((site) => site.kind === 'factory')).toHaveLength(2);
    expect(shops.filter((shop) => shop.in_mainland_china).map((shop) => shop.code)).toEqual(['SHA', 'BJS']);
  });

  it('has about 150 products with a lawful SKU and a price in every currency', () => {
    expect(reference.products.length).toBeGreaterThan(135);
    expect(reference.products.length).toBeLessThan(165);
    expect(areUnique(reference.products.map((product) => product.sku))).toBe(true);
    expect(reference.products.every((product) => isSku(product.sku))).toBe(true);
    expect(reference.prices.every((price) => Number.isInteger(price.amount) && price.amount > 0)).toBe(true);
    expect(reference.prices).toHaveLength(reference.products.length * 9);
  });

  it('has purchases on every boundary at every shop, in the shop’s own calendar', () => {
    for (const shop of reference.sites.filter((site) => site.kind === 'shop')) {
      const orders = new Set(
        reference.sales_orders.filter((order) => order.site_id === shop.id).map((order) => order.id),
      );
      const days = new Set(
        reference.invoices.filter((invoice) => orders.has(invoice.order_id)).map((each) => each.issued_on),
      );
      const missing = boundaryDays(dayIn(NOW, shop.time_zone)).filter(({ day }) => !days.has(day));
      expect(missing).toEqual([]);
    }
  });

  it('sells within the last four years, never in the future', () => {
    const days = reference.invoices.map((invoice) => invoice.issued_on);
    expect(days.every((day) => day >= '2022-11-19' && day <= '2026-11-20')).toBe(true);
    expect(reference.sales_orders).toHaveLength(1526);
    expect(areUnique(reference.invoices.map((invoice) => invoice.invoice_no))).toBe(true);
    expect(areUnique(reference.sales_orders.map((order) => order.order_number))).toBe(true);
    expect(areUnique(reference.invoice_lines.map((line) => line.serial))).toBe(true);
  });

  it('certifies every gold piece sold and nothing else', () => {
    const gold = new Set(
      reference.products.filter((product) => product.is_gold).map((product) => product.sku),
    );
    expect(reference.invoice_lines.every((line) => (line.cert_no !== null) === gold.has(line.sku))).toBe(
      true,
    );
    expect(reference.certificates).toHaveLength(
      reference.invoice_lines.filter((line) => line.cert_no !== null).length,
    );
    expect(
      reference.certificates.every((paper) => paper.total_mg === paper.gold_mg + paper.carat_points * 2),
    ).toBe(true);
  });

  it('writes people in the scripts of their countries', () => {
    const scriptOf = (country: string, script: RegExp) =>
      reference.customers.filter((each) => each.country === country && script.test(each.lastname)).length;
    expect(scriptOf('CN', /\p{Script=Han}/u)).toBeGreaterThan(50);
    expect(scriptOf('JP', /\p{Script=Han}/u)).toBeGreaterThan(50);
    expect(scriptOf('AE', /\p{Script=Arabic}/u)).toBeGreaterThan(20);
    expect(reference.customers.some((each) => each.email === null)).toBe(true);
    expect(reference.customers.some((each) => each.email === 'null')).toBe(true);
  });

  it('names every reason, sub-reason and refusal in seven different-looking texts, none blank', () => {
    const named = [...reference.rma_reasons, ...reference.rma_sub_reasons, ...reference.reject_reasons];
    for (const { names } of named) {
      expect(Object.keys(names)).toHaveLength(7);
      expect(Object.values(names).every((text) => text.trim() !== '')).toBe(true);
      expect(names.ar).toMatch(/\p{Script=Arabic}/u);
      expect(names['zh-CN']).toMatch(/\p{Script=Han}/u);
    }
  });

  it('prices every sub-reason in each of the ten countries', () => {
    expect(reference.repair_fees).toHaveLength(reference.rma_sub_reasons.length * 10);
    expect(areUnique(reference.rma_sub_reasons.map((each) => each.id))).toBe(true);
  });

  it('keeps ids of places unique', () => {
    expect(areUnique(reference.cities.map((city) => city.id))).toBe(true);
    expect(areUnique(reference.provinces.map((province) => province.id))).toBe(true);
    expect(areUnique(reference.countries.map((country) => country.code))).toBe(true);
  });
});

describe('workers and accounts', () => {
  it('counts 24 workers with text badges that keep their zeros', () => {
    const workers = createWorkers(7);
    expect(workers).toHaveLength(24);
    expect(workers[0]).toMatchObject({ WorkerID: 'W0001', barcode: '0000001' });
    const keys = new Set(WORKER_ROLES.map((role) => role.key));
    expect(workers.every((worker) => keys.has(worker.roleKey))).toBe(true);
    expect(WORKER_ROLES.every((role) => role.permissions.every((name) => PERMISSIONS.includes(name)))).toBe(
      true,
    );
  });

  it('gives every account that stands somewhere a real site', () => {
    const codes = new Set(reference.sites.map((site) => site.code));
    expect(DEMO_ACCOUNTS.every(({ siteCode }) => siteCode === null || codes.has(siteCode))).toBe(true);
  });
});

describe('the demo calendar', () => {
  it('clamps to the last day of a shorter month', () => {
    expect(addMonths('2024-02-29', 24)).toBe('2026-02-28');
    expect(addMonths('2026-03-31', -1)).toBe('2026-02-28');
    expect(addMonths('2026-01-15', -2)).toBe('2025-11-15');
    expect(addDays('2026-03-01', -1)).toBe('2026-02-28');
  });

  it('finds the leap day before, and a shop’s own day', () => {
    expect(lastLeapDay('2026-11-20')).toBe('2024-02-29');
    expect(lastLeapDay('2024-02-29')).toBe('2024-02-29');
    expect(lastLeapDay('2024-02-28')).toBe('2020-02-29');
    expect(dayIn(new Date('2026-11-20T22:00:00Z'), 'Asia/Tokyo')).toBe('2026-11-21');
  });
});

describe('the seeded source', () => {
  it('gives each part of the demo its own stream', () => {
    expect(stream('a')).toEqual(stream('a'));
    expect(stream('a')).not.toEqual(stream('b'));
  });

  it('spreads evenly and stays in range', () => {
    const random = createRandom(3, 'spread');
    const draws = Array.from({ length: 8000 }, () => random.int(0, 3));
    const counts = [0, 1, 2, 3].map((value) => draws.filter((draw) => draw === value).length);
    expect(Math.min(...counts)).toBeGreaterThan(1800);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(8000);
  });
});
