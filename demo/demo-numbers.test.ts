import { readFileSync } from 'node:fs';
import { fullName } from '@atelier/domain/deposit/names.ts';
import { describe, expect, it, vi } from 'vitest';
import { ITEM_NUMBERS } from '@atelier/tests/nav-simulator/items.ts';
import { generateHistory } from './history/generate.ts';
import { Retold } from './history/testing.ts';
import { demoPeople } from './people.ts';
import { DEMO_ACCOUNTS } from './accounts.ts';
import { DEMO_SEED, generateReference } from './reference/generate.ts';
import { Status } from '@atelier/domain/shared/status.ts';

// Each generation is a second of work, and the machine may be shared.
vi.setConfig({ testTimeout: 60_000 });

const NOW = new Date('2026-11-20T10:00:00.000Z');
const PEOPLE = demoPeople(DEMO_SEED);
const page = readFileSync(new URL('../docs/demo.md', import.meta.url), 'utf8');
const quoted = [...new Set([...page.matchAll(/`([^`\n]+)`/g)].map(([, text]) => text ?? ''))];

const worldAt = (now: Date) => {
  const reference = generateReference(now, DEMO_SEED);
  const { commands } = generateHistory({ seed: DEMO_SEED, now, people: PEOPLE, reference });
  return { reference, told: new Retold(commands) };
};
const { reference, told } = worldAt(NOW);

const known = new Set<string>([
  ...reference.invoices.map((row) => row.invoice_no),
  ...reference.invoice_lines.map((row) => row.serial),
  ...reference.certificates.flatMap((row) => [row.cert_no, row.sequence_number]),
  ...reference.customers.map((row) => row.email ?? ''),
  ...told.allShipments.map((shipment) => shipment.trackingNumber),
  ...DEMO_ACCOUNTS.map((account) => account.email),
  ...ITEM_NUMBERS,
]);

const invoice = (no: string) => reference.invoices.find((row) => row.invoice_no === no);
const itemsOf = (no: string, world = told) =>
  world.allItems.filter((item) => item.purchase.invoiceNumber === no);
const itemOf = (no: string, world = told) => itemsOf(no, world)[0];

describe('every number that docs/demo.md names', () => {
  it('is in the demo', () => {
    expect(quoted.length).toBeGreaterThan(35);
    expect(quoted.filter((number) => !known.has(number))).toEqual([]);
  });

  it('but for the invoice that does not exist', () => {
    expect(page).toContain('INV-CASE-00');
    expect(invoice('INV-CASE-00')).toBeUndefined();
  });

  it('has every product on it that NAV has to import, of which the demo knows none, and one that is nowhere', () => {
    const skus = reference.products.map((row) => row.sku);
    expect(ITEM_NUMBERS.filter((sku) => !quoted.includes(sku) || skus.includes(sku))).toEqual([]);
    expect(page).toContain('LU-000');
    expect([...ITEM_NUMBERS, ...skus]).not.toContain('LU-000');
  });

  it('has every case of the demo on it', () => {
    const cases = reference.invoices.filter((row) => row.invoice_no.startsWith('INV-CASE-'));
    const range = ['INV-CASE-15', 'INV-CASE-16', 'INV-CASE-17'];
    const named = cases.map((row) => row.invoice_no).filter((no) => !range.includes(no));
    expect(named.filter((no) => !quoted.includes(no))).toEqual([]);
  });
});

describe('what the numbers show', () => {
  it('is bought on the day that the rule turns on', () => {
    const days = ['02', '03', '04', '05', '06', '07'].map((no) => invoice(`INV-CASE-${no}`)?.issued_on);
    expect(days).toEqual([
      '2024-11-21',
      '2024-11-20',
      '2024-02-29',
      '2026-06-20',
      '2025-12-20',
      '2023-11-20',
    ]);
  });

  it('is a certificate that fits, and one that does not', () => {
    const sequence = (no: string) =>
      reference.certificates.find((row) => row.cert_no === no)?.sequence_number;
    expect(sequence('CERT-CASE-08')).toBe('SQ-CASE-08');
    expect(sequence('CERT-CASE-09')).toBe('SQ-CASE-90');
    const skus = reference.invoice_lines
      .filter((row) => row.cert_no?.startsWith('CERT-CASE'))
      .map((row) => row.sku);
    expect(skus.every((sku) => reference.products.find((row) => row.sku === sku)?.is_gold)).toBe(true);
  });

  it('is an invoice that the check refuses, or that another store or country issued', () => {
    expect(invoice('INV-CASE-10')?.shipping_fee).toBeNull();
    expect(invoice('INV-CASE-11')?.state).toBe('void');
    expect(invoice('INV-CASE-12')?.country).toBe('JP');
    const country = reference.countries.find((row) => row.code === invoice('INV-CASE-13')?.country);
    expect(country?.client_delivery_allowed).toBe(false);
  });

  it('is a client with such a name and phone', () => {
    const client = (id: number) => reference.customers.find((row) => row.id === id);
    expect(client(109_014)?.phone_is_from_crm).toBe(true);
    expect(client(109_015)?.phone).toBe('');
    const [chinese, long] = [client(109_016), client(109_018)];
    expect(fullName(chinese?.firstname ?? '', chinese?.lastname ?? '')).toBe('欧阳思远');
    expect(client(109_017)?.lastname).toMatch(/\p{Script=Arabic}/u);
    expect(page).toContain(`${fullName(long?.firstname ?? '', long?.lastname ?? '').length} characters`);
  });

  it.each(['2026-11-20T10:00:00.000Z', '2028-02-29T12:00:00Z', '2027-01-01T00:10:00Z'])(
    'is a piece that stands where the page says, also in a demo made at %s',
    (moment) => {
      const world = moment === NOW.toISOString() ? told : worldAt(new Date(moment)).told;
      const waivers = ['19', '20', '21'].map((no) => {
        const item = itemOf(`INV-CASE-${no}`, world);
        return [item?.status, item?.waiver.code, (item?.fee.due.amount ?? 0) > 0];
      });
      expect(waivers).toEqual([
        [3, 1, true],
        [3, 10, true],
        [4, 11, false],
      ]);
      const [fake, open, uncollected] = ['22', '23', '24'].map((no) => itemOf(`INV-CASE-${no}`, world));
      expect([fake?.status, fake?.work.outcome]).toEqual([15, 'counterfeit']);
      expect(fake?.counterfeits).toHaveLength(1);
      expect([open?.status, open?.product.serial]).toEqual([1, 'CASE23']);
      expect(uncollected?.status).toBe(15);
      expect(uncollected?.remarks.followUps.length).toBeGreaterThanOrEqual(3);
      const often = itemsOf('INV-CASE-25', world);
      expect(often.map((item) => item.work.outcome)).toEqual(['repaired', 'repaired', 'repaired']);
      expect(
        often.every((item) => item.status === Status.TakenByClient || item.status === Status.Closed),
      ).toBe(true);
      const sav = world.allShipments.find((shipment) => shipment.trackingNumber === 'CASE-SAV-1');
      expect(sav?.lines.map((line) => line.state)).toEqual(['received', 'received', 'received']);
    },
  );
});
