import type { PermissionName } from '@atelier/domain/shared/permissions.ts';
import {
  FIXTURE_REFERENCE as reference,
  first,
  openReferenceFixture,
  type ReferenceFixture,
} from '@atelier/application/reference/testing.ts';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { TOKENS, buildCoreApp, person, type PersonShape } from '../testing/testing.ts';
import { routes } from './routes.ts';

const SHOP_PERMISSIONS: PermissionName[] = ['view request new rma page', 'client search'];
const PARIS: PersonShape = { siteId: 1, permissions: SHOP_PERMISSIONS };

let fixture: ReferenceFixture;
let app: FastifyInstance | undefined;

beforeAll(async () => {
  fixture = await openReferenceFixture();
});

afterEach(async () => app?.close());

afterAll(() => fixture.close());

const start = async (shape: PersonShape = PARIS) => {
  app = await buildCoreApp(
    [{ name: 'reference', routes }],
    person(shape),
    {},
    {
      db: fixture.db,
      pool: fixture.pool,
    },
  );
  return app;
};

const headers = { authorization: `Bearer ${TOKENS.known}` };

const get = async (url: string, shape?: PersonShape) => {
  const answer = await (await start(shape)).inject({ url: `/api${url}`, headers });
  return { ...answer, status: answer.statusCode, body: answer.json() };
};

const post = async (url: string, payload: object, shape?: PersonShape) => {
  const answer = await (await start(shape)).inject({ method: 'POST', url: `/api${url}`, headers, payload });
  return { status: answer.statusCode, text: answer.body, body: answer.json() };
};

describe('look-ups', () => {
  const LISTS: readonly (readonly [string, number])[] = [
    ['/rma_reason', 10],
    ['/carrier/list', 7],
    ['/get_all_country', reference.countries.length],
    ['/get_all_language', 7],
    ['/reject/reasons?user_type=store', 6],
    ['/reject/reasons?user_type=operation', 6],
    ['/international/countries', 10],
    ['/international/shipping_fees', 20],
    ['/site/list', 15],
    ['/system/reason/list', 11],
    ['/system/subreason/list?rma_reason_id=2', 5],
  ];

  it.each(LISTS)('%s answers its list in the envelope', async (url, count) => {
    const { status, body } = await get(url);
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 200, success: true, code: 'ok' });
    expect(body.data).toHaveLength(count);
  });

  it('refuses them without a token', async () => {
    const api = await start();
    for (const [url] of LISTS) expect((await api.inject({ url: `/api${url}` })).statusCode).toBe(401);
  });

  it('names each reason in seven languages on the wire', async () => {
    const { body } = await get('/rma_reason');
    expect(body.data[0]).toMatchObject({
      id: 1,
      Name: 'Chain or clasp broken',
      IsActive: true,
      checked: false,
    });
    expect(Object.keys(body.data[0].names)).toHaveLength(7);
  });

  it('prices repairs for the shop’s own country, and for all elsewhere', async () => {
    const own = await get('/repairfees');
    expect(new Set(own.body.data.map((fee: { country: string }) => fee.country))).toEqual(new Set(['FR']));
    const factory = await get('/repairfees?rma_sub_reason_id=101', { userType: 'operation', siteId: 31 });
    expect(factory.body.data).toHaveLength(10);
  });

  it('refuses a bad or unknown parameter by name', async () => {
    const wrong = await get('/reject/reasons?user_type=nobody');
    expect(wrong.status).toBe(400);
    expect(wrong.body.errors[0].path).toContain('user_type');
    expect((await get('/get_country_city_list?countries_id=x')).status).toBe(400);
    expect((await get('/carrier/list?hack=1')).status).toBe(400);
    expect((await get('/get_country_city_list?countries_id=9007199254740991')).status).toBe(400);
  });

  it('edits sub-reasons only with the permission', async () => {
    expect((await get('/system/subreason/get?id=101')).status).toBe(403);
    const admin: PersonShape = { userType: 'admin', permissions: ['view (system) subreasons'] };
    expect((await get('/system/subreason/get?id=101', admin)).body.data).toMatchObject({
      id: 101,
      rma_reason_id: 1,
    });
    expect((await get('/system/subreason/get?id=99999', admin)).status).toBe(404);
  });
});

describe('checks of the create form', () => {
  it('prices a product in the shop’s currency', async () => {
    const { sku } = first(reference.products);
    const tokyo = await get(`/getwsproduct?sku=${sku.toLowerCase()}`, { siteId: 5 });
    expect(tokyo.body.data).toMatchObject({ sku, currency: 'JPY', image: `/api/product-image/${sku}` });
    expect((await get('/getwsproduct?sku=NOPE-1')).status).toBe(404);
  });

  it('answers a certificate, or that there is none', async () => {
    const paper = first(reference.certificates);
    const { body } = await get(`/get_one_product_cert?cert_no=${paper.cert_no}`);
    expect(body.data).toMatchObject({ sequence_number: paper.sequence_number, sku: paper.sku });
    const engraved = await get(`/get_one_product_cert?cert_no=${paper.sequence_number.toLowerCase()}`);
    expect(engraved.body.data).toMatchObject({ cert_no: paper.cert_no });
    expect((await get('/get_one_product_cert?cert_no=C12345')).status).toBe(404);
    expect((await get(`/get_one_product_cert?cert_no=${paper.cert_no}`, { siteId: 1 })).status).toBe(403);
  });

  it('verifies another shop’s invoice without saying whose it is', async () => {
    const abroad = first(
      reference.invoices.filter(
        ({ country, state, shipping_fee }) => country === 'JP' && state === 'issued' && shipping_fee !== null,
      ),
    );
    const order = first(reference.sales_orders.filter((each) => each.id === abroad.order_id));
    const buyer = first(reference.customers.filter((each) => each.id === order.customer_id));
    const { status, body } = await get(`/verify_invoice?invoice_no=${abroad.invoice_no}`);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ invoice_no: abroad.invoice_no, purchase_date: abroad.issued_on });
    for (const secret of [buyer.phone, buyer.lastname, buyer.address])
      expect(JSON.stringify(body)).not.toContain(secret);
  });

  it('answers each refusal with its own code and the field', async () => {
    const voided = first(reference.invoices.filter((each) => each.state === 'void'));
    const refusals = [
      [voided.invoice_no, 'invoice_check_again'],
      ['INV-ZZZ-0000', 'invoice_not_found'],
    ] as const;
    for (const [number, code] of refusals) {
      const { status, body } = await get(`/verify_invoice?invoice_no=${number}`);
      expect(status).toBe(400);
      expect(body).toMatchObject({ success: false, code, errors: [{ path: 'invoice_no', code }] });
    }
  });
});

describe('searching people', () => {
  const known = new Set(
    reference.customer_sites.filter((each) => each.site_id === 1).map((each) => each.customer_id),
  );
  const own = first(reference.customers.filter((each) => each.home_site_id === 1));
  const stranger = first(
    reference.customers.filter((each) => each.home_site_id === 5 && !known.has(each.id)),
  );

  it('finds the shop’s own customer and never another’s', async () => {
    const found = await post('/search_contact', { keyword: own.phone });
    expect(found.body.data.map((each: { id: number }) => each.id)).toContain(own.id);
    const other = await post('/search_contact', { keyword: stranger.phone });
    expect(other.body).toMatchObject({ status: 200, data: [], total: 0 });
    expect(other.text).not.toContain(stranger.phone);
  });

  it('answers another shop’s customer exactly like an unknown one', async () => {
    const theirs = await get(`/customer/record?customer_id=${stranger.id}`);
    const nobody = await get('/customer/record?customer_id=999999');
    expect(theirs.status).toBe(404);
    expect(theirs.body).toEqual(nobody.body);
  });

  it('finds an order with its lines, within the shop', async () => {
    const mine = first(reference.sales_orders.filter((each) => each.site_id === 1));
    const theirs = first(reference.sales_orders.filter((each) => each.site_id === 5));
    expect((await post('/search_order', { keyword: mine.order_number })).body.data[0]).toMatchObject({
      order_id: mine.id,
    });
    expect((await post('/search_order', { keyword: theirs.order_number })).body.data).toEqual([]);
    const admin: PersonShape = { userType: 'admin', permissions: ['client search'] };
    expect((await post('/search_order', { keyword: theirs.order_number }, admin)).body.data).toHaveLength(1);
  });

  it('returns no customer to a factory, and nothing without the permission', async () => {
    const factory: PersonShape = { userType: 'operation', siteId: 31, permissions: ['client search'] };
    expect((await post('/search_contact', { keyword: own.phone }, factory)).body.data).toEqual([]);
    expect((await post('/search_contact', { keyword: own.phone }, { siteId: 1 })).status).toBe(403);
  });

  it('refuses what is no search', async () => {
    expect((await post('/search_contact', { keyword: ' a ' })).status).toBe(400);
    expect((await post('/search_contact', { keyword: 'x'.repeat(101) })).status).toBe(400);
    expect((await post('/search_contact', { keyword: 'anna', site_id: 5 })).status).toBe(400);
    expect((await post('/search_contact', { keyword: 'an\u0000na' })).status).toBe(400);
  });
});

describe('product pictures', () => {
  it('draws each kind, the same every time, without a token', async () => {
    const api = await start();
    const drawings = new Set<string>();
    for (const { sku } of reference.products.slice(0, 20)) {
      const answer = await api.inject({ url: `/api/product-image/${sku}` });
      expect(answer.statusCode).toBe(200);
      expect(answer.headers['content-type']).toContain('image/svg+xml');
      expect(answer.headers['cache-control']).toContain('public');
      expect((await api.inject({ url: `/api/product-image/${sku}` })).body).toBe(answer.body);
      drawings.add(answer.body);
    }
    expect(drawings.size).toBeGreaterThan(10);
  });

  it('refuses what cannot be a SKU, and draws something for one it does not know', async () => {
    const api = await start();
    for (const path of ['..%2f..%2fetc', 'a<svg>', 'abc', 'X', `A${'B'.repeat(40)}`]) {
      expect((await api.inject({ url: `/api/product-image/${path}` })).statusCode).toBeGreaterThanOrEqual(
        400,
      );
    }
    expect((await api.inject({ url: '/api/product-image/UNKNOWN-1' })).statusCode).toBe(200);
  });
});
