import { searchContacts } from '@atelier/application/reference/customers.queries.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { REFERENCE_SETS } from '@atelier/domain/reference/import/sets.ts';
import { bearer, signInAs } from '../testing/testing-api.ts';
import { csv, ImportWorld, prices } from './testing-import.ts';

let world: ImportWorld;

beforeAll(async () => {
  world = await ImportWorld.open();
});
afterAll(() => world.api.close());

describe('a dry run', () => {
  it('says per row what would happen and changes nothing', async () => {
    const before = await world.rows('select * from carriers order by id');
    const { status, body } = await world.send(
      'carriers',
      csv(
        'code,name,tracking_url,countries',
        'BRV,Bravo Express,,',
        'SEC,Securval,,FR|ES',
        'NEW,New Carrier,https://new.example/t,JP',
        'bad code,,,',
      ),
      { dryRun: true },
    );
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      dry_run: true,
      imported: false,
      rows: 4,
      counts: { insert: 1, update: 1, unchanged: 1, error: 1 },
      lines: [
        { line: 2, action: 'unchanged' },
        { line: 3, action: 'update', changes: ['name', 'countries'] },
        { line: 4, action: 'insert' },
        {
          line: 5,
          action: 'error',
          errors: [
            { column: 'code', code: 'bad_text' },
            { column: 'name', code: 'required' },
          ],
        },
      ],
    });
    expect(await world.rows('select * from carriers order by id')).toEqual(before);
    expect(await world.events()).toEqual([]);
  });

  it('finds the whole demo unchanged when it is handed back, set by set', async () => {
    for (const set of REFERENCE_SETS) {
      const file = await world.exported(set.name);
      const { body } = await world.send(set.name, file, { dryRun: true });
      expect({ set: set.name, ...body.data?.counts, code: body.code }).toMatchObject({
        set: set.name,
        insert: 0,
        update: 0,
        error: 0,
      });
      expect(body.data.rows).toBeGreaterThan(1);
    }
  });
});

describe('an import', () => {
  it('writes new and changed rows with one event that says who, what and how much', async () => {
    const sku = await world.someSku();
    const file = `\uFEFFamount;sku;currency\n"1234,50";${sku};EUR\n\n`;
    const { status, body } = await world.send('prices', file);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ imported: true, counts: { update: 1 } });
    expect(await world.priceOf(sku)).toBe(123_450);
    const [event] = await world.events();
    expect(event).toMatchObject({
      stream_id: `reference-import-${body.data.import_id}`,
      data: {
        set: 'prices',
        rows: 1,
        inserted: 0,
        updated: 1,
        unchanged: 0,
        by: { userId: world.api.users.admin },
      },
      metadata: { actor: { id: world.api.users.admin, kind: 'user' } },
    });
    const listed = await world.app.inject({ url: '/api/reference/imports', headers: bearer(world.token) });
    expect(listed.json().data).toMatchObject([
      { set: 'prices', rows: 1, updated: 1, imported_by: 'admin person', import_id: body.data.import_id },
    ]);
  });

  it('is all or nothing: one wrong row and no other is taken', async () => {
    const sku = await world.someSku();
    const before = await world.rows('select count(*)::int as n, sum(amount)::text as sum from prices');
    const events = (await world.events()).length;
    const { status, body } = await world.send('prices', prices(`${sku},EUR,1`, 'NO-SUCH-SKU,EUR,2'));
    expect(status).toBe(400);
    expect(body).toMatchObject({
      code: 'import_refused',
      errors: [
        {
          path: '3.sku',
          code: 'unknown_reference',
          message: 'There is no such record.',
          row: 3,
          column: 'sku',
          value: 'NO-SUCH-SKU',
          sku: 'NO-SUCH-SKU',
        },
      ],
    });
    expect(await world.rows('select count(*)::int as n, sum(amount)::text as sum from prices')).toEqual(
      before,
    );
    expect(await world.events()).toHaveLength(events);
  });

  it('happens once per key, and a key of another file is refused', async () => {
    const sku = await world.someSku();
    const first = await world.send('prices', prices(`${sku},EUR,77`), { key: 'import-1' });
    const again = await world.send('prices', prices(`${sku},EUR,77`), { key: 'import-1' });
    const other = await world.send('prices', prices(`${sku},EUR,78`), { key: 'import-1' });
    expect([first.status, again.status, other.status]).toEqual([200, 200, 409]);
    expect(again.body.position).toBe(first.body.position);
    expect(await world.priceOf(sku)).toBe(7_700);
  });

  it('brings a customer, an order and its invoice, which the shop then finds', async () => {
    const person =
      'id,firstname,lastname,email,phone_code,phone,phone_is_from_crm,language,country,province_id,city_id,postal_code,address,home_store';
    await ok(world.send('customers', csv(person, '990001,Zoé,"=Çelik, ""Z""",,,,true,fr,FR,,,75002,,PAR')));
    await ok(
      world.send(
        'orders',
        csv(
          'order_number,customer_id,store,channel,ordered_on,fulfilled_on',
          'PAR-TEST-1,990001,PAR,store,2026-01-02,',
        ),
      ),
    );
    await ok(
      world.send(
        'invoices',
        csv(
          'invoice_no,order_number,state,issued_on,country,currency,total,shipping_fee',
          'INV-TEST-1,PAR-TEST-1,issued,2026-01-02,FR,EUR,10.00,',
        ),
      ),
    );
    const sku = await world.someSku();
    await ok(
      world.send(
        'invoice_lines',
        csv(
          'invoice_no,line_no,sku,size,serial,cert_no,currency,amount',
          `INV-TEST-1,1,${sku},50,TESTSERIAL1,,EUR,10.00`,
        ),
      ),
    );
    const paris = await signInAs(world.app, 'paris');
    const found = await world.app.inject({
      method: 'POST',
      url: '/api/search_order',
      headers: bearer(paris),
      payload: { keyword: 'INV-TEST-1' },
    });
    expect(found.json().data).toMatchObject([
      {
        invoice_no: 'INV-TEST-1',
        customer: { id: 990_001, lastname: '=Çelik, "Z"', phone: '' },
        lines: [{ serial: 'TESTSERIAL1' }],
      },
    ]);
    const [kept] = await world.rows('select c::text as text from customers c where id = 990001');
    expect(String(kept?.['text']).toLowerCase()).not.toMatch(/zo[eé]|[cç]elik|75002/u);
    const { rows } = await searchContacts(world.api.world.db, { kind: 'all' }, 'zoe =çel');
    expect(rows).toMatchObject([{ id: 990_001, firstname: 'Zoé', postal_code: '75002' }]);
    // The same file again changes nothing: sealed values are compared opened.
    const again = await world.send(
      'customers',
      csv(person, '990001,Zoé,"=Çelik, ""Z""",,,,true,fr,FR,,,75002,,PAR'),
    );
    expect(again.body.data).toMatchObject({ counts: { unchanged: 1, update: 0 } });
  });

  it('does not move an order to another shop, because its invoices stand there', async () => {
    const [order] = await world.rows(
      `select order_number, customer_id, channel, ordered_on from sales_orders where site_id = 1 limit 1`,
    );
    const line = [
      order?.['order_number'],
      order?.['customer_id'],
      'TYO',
      order?.['channel'],
      order?.['ordered_on'],
      '',
    ];
    const { body } = await world.send(
      'orders',
      csv('order_number,customer_id,store,channel,ordered_on,fulfilled_on', line.join(',')),
      { dryRun: true },
    );
    expect(body.data.lines[0].errors).toEqual([{ column: 'store', code: 'cannot_change', value: 'TYO' }]);
  });

  it('takes a shop and its warehouse from one file, whichever comes first', async () => {
    const header =
      'code,kind,name,country,time_zone,currency,nav_code,address,city,postal_code,phone,opening_hours,map_url,pickups_per_slot,warehouse';
    const shop =
      'ROM,shop,Roma,IT,Europe/Rome,EUR,ST-ROM,Via 1,Roma,00187,+39 06 000 0001,Mo-Sa 10:00-19:00,,4,WRO';
    const house =
      'WRO,warehouse,Roma Deposito,IT,Europe/Rome,EUR,WH-WRO,Via 2,Roma,00188,+39 06 000 0002,,,,';
    await ok(world.send('stores', csv(header, shop, house)));
    const [row] = await world.rows(
      `select w.code, s.opening_hours, s.map_url, s.pickups_per_slot from sites s join sites w on w.id = s.warehouse_id where s.code = 'ROM'`,
    );
    expect(row).toEqual({
      code: 'WRO',
      opening_hours: 'Mo-Sa 10:00-19:00',
      map_url: null,
      pickups_per_slot: 4,
    });
  });

  it('is seen by another node within seconds', async () => {
    const { app: other } = await world.api.node();
    const names = async () =>
      (await other.inject({ url: '/api/carrier/list', headers: bearer(world.token) }))
        .json()
        .data.map((carrier: { name: string }) => carrier.name);
    expect(await names()).not.toContain('Zephyr');
    await ok(world.send('carriers', csv('code,name,tracking_url,countries', 'ZPH,Zephyr,,')));
    await expect.poll(names, { timeout: 60_000, interval: 300 }).toContain('Zephyr');
  });
});

async function ok(sent: ReturnType<ImportWorld['send']>) {
  const { status, body } = await sent;
  expect({ status, errors: body.errors ?? [], code: body.code }).toEqual({
    status: 200,
    errors: [],
    code: 'ok',
  });
  expect(body.data.imported).toBe(true);
}

describe('what a file must look like', () => {
  it('is listed per set and given as a template', async () => {
    const sets = await world.app.inject({ url: '/api/reference/sets', headers: bearer(world.token) });
    expect(sets.json().data.map((each: { set: string }) => each.set)).toEqual(
      REFERENCE_SETS.map((set) => set.name),
    );
    const template = await world.app.inject({
      url: '/api/reference/template?set=prices',
      headers: bearer(world.token),
    });
    expect(template.headers['content-type']).toContain('text/csv');
    expect(template.body).toBe('\uFEFFsku,currency,amount\r\n');
  });
});
