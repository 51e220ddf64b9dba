import type { DataScope } from '@atelier/domain/shared/scope.ts';
import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findCustomerRecord, searchContacts, searchOrders } from './customers.queries.ts';
import { verifyInvoice } from './invoices.queries.ts';
import type { AppDb } from '../platform/database.ts';
import {
  FIXTURE_REFERENCE as reference,
  first,
  openReferenceFixture,
  type ReferenceFixture,
} from './testing.ts';

const PARIS = { kind: 'store', siteId: 1 } as const;
const TOKYO = { kind: 'store', siteId: 5 } as const;
const EVERYTHING = { kind: 'all' } as const;

let fixture: ReferenceFixture;
let db: AppDb;
let app: Pool;

beforeAll(async () => {
  fixture = await openReferenceFixture();
  ({ db, pool: app } = fixture);
});

afterAll(() => fixture.close());

const customersOf = (siteId: number) => reference.customers.filter((each) => each.home_site_id === siteId);

const contacts = async (scope: DataScope, keyword: string) => (await searchContacts(db, scope, keyword)).rows;
const ordersFor = async (scope: DataScope, keyword: string) => (await searchOrders(db, scope, keyword)).rows;

describe('searching contacts', () => {
  it('finds a customer by a number in any form', async () => {
    const someone = first(customersOf(1));
    const national = `0${someone.phone}`;
    const forms = [
      national,
      `+33 ${someone.phone}`,
      `0033${someone.phone}`,
      national.replace(/(\d\d)/gu, '$1 ').trim(),
    ];
    const missed: string[] = [];
    for (const form of [...forms, `+33 (0)${someone.phone}`, someone.phone.slice(-5)]) {
      const found = await contacts(PARIS, form);
      if (!found.some((each) => each.id === someone.id)) missed.push(form);
    }
    expect(missed).toEqual([]);
  });

  it('finds a name in either order, without its accents and in any case', async () => {
    const accented = first(customersOf(1).filter((each) => /[éèëÉ]/u.test(each.firstname)));
    const plain = accented.firstname.normalize('NFKD').replace(/\p{M}/gu, '').toUpperCase();
    const byGiven = await contacts(PARIS, `${plain} ${accented.lastname}`);
    const byFamily = await contacts(PARIS, `${accented.lastname} ${plain}`);
    expect(byGiven.map((each) => each.id)).toContain(accented.id);
    expect(byFamily.map((each) => each.id)).toContain(accented.id);
  });

  it('finds a name with its blanks and hyphens left out, and with others put in', async () => {
    const someone = first(customersOf(1).filter((each) => /[a-z]{3}/u.test(each.firstname + each.lastname)));
    const { firstname, lastname } = someone;
    const spread = `${firstname.slice(0, 2)} ${firstname.slice(2)}-${lastname}`;
    for (const typed of [`${firstname}${lastname}`, `${lastname}-${firstname}`, spread]) {
      const found = await contacts(PARIS, typed.toUpperCase());
      expect(found.map((each) => each.id)).toContain(someone.id);
    }
  });

  it('finds Han names written together', async () => {
    const someone = first(
      customersOf(5).filter((each) => /\p{Script=Han}/u.test(each.lastname + each.firstname)),
    );
    const found = await contacts(TOKYO, `${someone.lastname}${someone.firstname}`);
    expect(found.map((each) => each.id)).toContain(someone.id);
  });

  it('finds an email by its beginning and reads the text null as none', async () => {
    const someone = first(customersOf(1).filter((each) => each.email?.includes('@') ?? false));
    const found = await contacts(PARIS, someone.email ?? '');
    expect(found.map((each) => each.id)).toContain(someone.id);
    const nulls = first(reference.customers.filter((each) => each.email === 'null'));
    const [row] = await contacts(EVERYTHING, nulls.phone);
    expect(row?.email).toBeNull();
  });

  it('finds an email by its beginning before its @ is typed, in any case', async () => {
    const someone = first(
      customersOf(1).filter((each) => /^[a-z]+\.[a-z]+/u.test(each.email?.split('@')[0] ?? '')),
    );
    const local = (someone.email ?? '').split('@')[0] ?? '';
    for (const typed of [local, local.toUpperCase(), ` ${local} `]) {
      const found = await contacts(PARIS, typed);
      expect(found.map((each) => each.id)).toContain(someone.id);
      expect(found.every((each) => each.email?.toLowerCase().startsWith(local))).toBe(true);
    }
  });

  it('never takes the old text null for an address that begins so', async () => {
    const nulls = new Set(reference.customers.filter((each) => each.email === 'null').map((each) => each.id));
    const found = await contacts(EVERYTHING, 'null');
    expect(found.filter((each) => nulls.has(each.id))).toEqual([]);
  });

  it('takes wildcards literally and stops at fifty', async () => {
    expect(await contacts(EVERYTHING, '%%')).toEqual([]);
    expect(await contacts(EVERYTHING, '__')).toEqual([]);
    expect(await contacts(EVERYTHING, '\u0301\u0301')).toEqual([]);
    expect(await contacts(EVERYTHING, 'ma')).toHaveLength(50);
  });
});

describe('whose customers and orders', () => {
  it('never shows a shop another shop’s customer', async () => {
    const known = new Set(
      reference.customer_sites.filter((each) => each.site_id === 1).map((each) => each.customer_id),
    );
    const stranger = first(customersOf(5).filter((each) => !known.has(each.id)));
    expect(await contacts(PARIS, stranger.phone)).toEqual([]);
    expect(await findCustomerRecord(db, PARIS, stranger.id)).toBeUndefined();
    expect(await findCustomerRecord(db, TOKYO, stranger.id)).toMatchObject({ customer: { id: stranger.id } });
  });

  it('never shows a shop another shop’s order, even of a customer both know', async () => {
    const abroad = first(
      reference.sales_orders.filter(
        (order) => order.site_id !== 1 && customersOf(1).some((each) => each.id === order.customer_id),
      ),
    );
    const invoice = first(reference.invoices.filter((each) => each.order_id === abroad.id));
    expect(await ordersFor(PARIS, invoice.invoice_no)).toEqual([]);
    const record = await findCustomerRecord(db, PARIS, abroad.customer_id);
    expect(record?.orders.every((order) => order.site_id === 1)).toBe(true);
    expect(await ordersFor(EVERYTHING, invoice.invoice_no)).toHaveLength(1);
  });

  it('shows nothing of the kind to a site, without an account, or without a scope', async () => {
    const someone = first(customersOf(1));
    expect(await contacts({ kind: 'site', siteId: 31 }, someone.phone)).toEqual([]);
    expect(await contacts({ kind: 'none' }, someone.phone)).toEqual([]);
    for (const table of ['customers', 'customer_sites', 'sales_orders', 'invoices', 'invoice_lines']) {
      expect((await app.query(`select * from ${table}`)).rows).toEqual([]);
    }
  });

  it('finds an order by number, serial, certificate or SKU with its lines and buyer', async () => {
    const mine = first(reference.sales_orders.filter((order) => order.site_id === 1));
    const line = first(reference.invoice_lines.filter((each) => each.invoice_id === mine.id));
    const { order_number: number } = mine;
    const spellings = [number, number.toLowerCase(), number.replaceAll('-', ' '), number.replaceAll('-', '')];
    for (const keyword of [...spellings, line.serial]) {
      const [found] = await ordersFor(PARIS, keyword);
      expect(found).toMatchObject({
        order_number: mine.order_number,
        customer: { id: mine.customer_id },
      });
      expect(found?.lines[0]).toMatchObject({ sku: line.sku, serial: line.serial, quantity: 1 });
    }
    const bySku = await ordersFor(EVERYTHING, line.sku);
    expect(bySku.every((order) => order.lines.some((each) => each.sku === line.sku))).toBe(true);
  });
});

describe('a void invoice', () => {
  it('is among no purchases and found by no search', async () => {
    const voided = first(reference.invoices.filter((each) => each.state === 'void'));
    const order = first(reference.sales_orders.filter((each) => each.id === voided.order_id));
    const record = await findCustomerRecord(db, EVERYTHING, order.customer_id);
    expect(record?.customer.id).toBe(order.customer_id);
    expect(record?.orders.map((each) => each.invoice_no)).not.toContain(voided.invoice_no);
    expect(await ordersFor(EVERYTHING, voided.invoice_no)).toEqual([]);
  });
});

describe('checking an invoice', () => {
  const good = first(
    reference.invoices.filter(
      (each) => each.state === 'issued' && each.shipping_fee !== null && each.country === 'JP',
    ),
  );

  it('answers what was sold and when, and never to whom', async () => {
    const check = await verifyInvoice(db, good.invoice_no);
    expect(check).toMatchObject({ ok: true, invoice: { purchase_date: good.issued_on, total: good.total } });
    expect(JSON.stringify(check)).not.toMatch(/customer|phone|email|name":"[^"]*@/u);
  });

  it('says which of the three things is wrong', async () => {
    const voided = first(reference.invoices.filter((each) => each.state === 'void'));
    const unpriced = first(
      reference.invoices.filter((each) => each.state === 'issued' && each.shipping_fee === null),
    );
    const refusalOf = async (no: string) => {
      const check = await verifyInvoice(db, no);
      return check.ok ? undefined : check.refusal;
    };
    expect(await refusalOf('INV-XXX-1999-00000')).toBe('invoice_not_found');
    expect(await refusalOf(voided.invoice_no)).toBe('invoice_check_again');
    expect(await refusalOf(unpriced.invoice_no)).toBe('invoice_without_shipping_fee');
  });
});
