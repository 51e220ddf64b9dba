import { createDatabase, type AppDb } from '../platform/database.ts';
import { loadReference } from '../../../../demo/reference/load.ts';
import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findCertificate, findProduct, listProductSummaries } from './catalogue.queries.ts';
import { createPlaces, listProvinces } from './places.queries.ts';
import {
  findSubReason,
  listActiveReasons,
  listRejectReasons,
  listRepairFees,
  listShippingFees,
  listSubReasons,
  listSystemReasons,
} from './repair.queries.ts';
import {
  FIXTURE_NOW,
  FIXTURE_REFERENCE as reference,
  first,
  openReferenceFixture,
  type ReferenceFixture,
} from './testing.ts';
import { Status } from '@atelier/domain/shared/status.ts';

let fixture: ReferenceFixture;
let db: AppDb;
let app: Pool;
let owner: Pool;

beforeAll(async () => {
  fixture = await openReferenceFixture();
  ({ db, pool: app, owner } = fixture);
});

afterAll(() => fixture.close());

/** Rows of a table as its owner counts them with every scope open. */
const rowsOf = async (table: string): Promise<number> => {
  await owner.query(`select set_config('app.scope_kind', 'all', false)`);
  const { rows } = await owner.query<{ count: number }>(`select count(*) from ${table}`);
  return rows[0]?.count ?? -1;
};

describe('loading the demo set', () => {
  it('fills every table with what the generator made', async () => {
    const counted: Record<string, number> = {};
    for (const table of Object.keys(reference)) counted[table] = await rowsOf(table);
    const made = Object.entries(reference).map(([table, rows]) => [table, rows.length]);
    expect(counted).toEqual(Object.fromEntries(made));
  });

  it('is refused a second time and leaves nothing half done', async () => {
    await expect(loadReference(createDatabase(owner), FIXTURE_NOW, 8)).rejects.toThrow(/duplicate key/u);
    expect(await rowsOf('sites')).toBe(reference.sites.length);
  });

  it('cannot be removed by the app’s role, nor customers changed unseen', async () => {
    await expect(app.query(`delete from sites`)).rejects.toThrow(/permission denied/u);
    await expect(app.query(`delete from customers`)).rejects.toThrow(/permission denied/u);
    expect((await app.query(`update customers set address = 'x'`)).rowCount).toBe(0);
  });
});

describe('places', () => {
  it('answers countries with dial codes, saying which have provinces', async () => {
    const countries = await createPlaces(db).countries();
    expect(countries.find((each) => each.code === 'JP')).toMatchObject({
      dial_code: '81',
      has_provinces: true,
    });
    expect(countries.find((each) => each.code === 'MC')).toMatchObject({
      dial_code: '377',
      has_provinces: false,
    });
  });

  it('nests cities in their provinces, and answers none for a country without', async () => {
    const places = createPlaces(db);
    const japan = (await places.countries()).find((each) => each.code === 'JP');
    const provinces = await listProvinces(db, japan?.id ?? 0);
    expect(provinces).toHaveLength(47);
    expect(provinces.find((each) => each.name === 'Kyoto')?.cities).toMatchObject([{ local_name: '京都市' }]);
    expect(await listProvinces(db, 999_999)).toEqual([]);
  });

  it('knows the sites, and keeps them in memory', async () => {
    const places = createPlaces(db);
    const [once, again] = [await places.sites(), await places.sites()];
    expect(again).toBe(once);
    expect(await places.findSite(6)).toMatchObject({
      code: 'SHA',
      in_mainland_china: true,
      warehouse_id: 20,
    });
    expect(await places.findSite(404)).toBeUndefined();
  });

  it('lists where the brand ships, and where not to the door', async () => {
    const countries = await createPlaces(db).internationalCountries();
    expect(countries).toHaveLength(10);
    expect(countries.find((each) => each.code === 'AE')?.client_delivery_allowed).toBe(false);
  });

  it('has target hours for the stages', async () => {
    const created = db.selectFrom('stage_settings').where('status_id', '=', Status.Created);
    expect(await created.select('target_hours').executeTakeFirst()).toEqual({ target_hours: 72 });
  });
});

describe('reasons and fees', () => {
  it('offers active reasons only, with active sub-reasons only', async () => {
    const offered = await listActiveReasons(db);
    expect(offered).toHaveLength(10);
    expect(
      offered.every((reason) => reason.IsActive && !reason.checked && reason.sub_reasons.length > 0),
    ).toBe(true);
    expect(offered.flatMap((reason) => reason.sub_reasons).every((sub) => sub.IsActive)).toBe(true);
  });

  it('shows inactive ones to the administrator', async () => {
    const all = await listSystemReasons(db);
    expect(all).toHaveLength(11);
    expect(all.find((reason) => !reason.IsActive)?.Name).toBe('Cleaning only');
    expect((await listSubReasons(db, 10)).some((sub) => !sub.IsActive)).toBe(true);
    expect(await findSubReason(db, 101)).toMatchObject({ rma_reason_id: 1, is_under_warranty: true });
    expect(await findSubReason(db, 9999)).toBeUndefined();
  });

  it('prices a sub-reason in each country’s currency, in whole minor units', async () => {
    const fees = await listRepairFees(db, { subReasonId: 101 });
    expect(fees).toHaveLength(10);
    expect(await listRepairFees(db, { subReasonId: 101, country: 'JP' })).toEqual([
      { rma_reason_id: 1, rma_sub_reason_id: 101, country: 'JP', currency: 'JPY', fee: 11_000 },
    ]);
  });

  it('keeps the refusals of store and operation apart', async () => {
    const store = await listRejectReasons(db, 'store');
    const operation = await listRejectReasons(db, 'operation');
    expect(store).toHaveLength(6);
    expect(operation.map((each) => each.Name)).toContain('Counterfeit');
    expect(store.some((each) => operation.some((other) => other.id === each.id))).toBe(false);
  });

  it('charges for the client’s door where it is allowed', async () => {
    const fees = await listShippingFees(db);
    expect(fees.find((fee) => fee.code === 'FR' && fee.destination === 'client')).toMatchObject({
      allowed: true,
      fee: 2500,
    });
    expect(fees.find((fee) => fee.code === 'MX' && fee.destination === 'client')).toMatchObject({
      allowed: false,
      fee: 0,
    });
  });
});

describe('the catalogue', () => {
  it('finds a product with its price in the asker’s currency and says whether the size exists', async () => {
    const ring = first(reference.products.filter((each) => each.kind === 'ring'));
    const price = reference.prices.find((each) => each.sku === ring.sku && each.currency === 'JPY')?.amount;
    const found = await findProduct(db, { sku: ring.sku, size: '52', currency: 'JPY' });
    expect(found).toMatchObject({ sku: ring.sku, price, size_known: true });
    expect(await findProduct(db, { sku: ring.sku, size: '99', currency: 'CHF' })).toMatchObject({
      size_known: false,
      price: null,
    });
    expect(await findProduct(db, { sku: 'NOPE-1', size: undefined, currency: 'EUR' })).toBeUndefined();
  });

  it('summarises known SKUs and leaves out the rest', async () => {
    const { sku } = first(reference.products);
    expect((await listProductSummaries(db, [sku, 'NOPE-1'])).map((each) => each.sku)).toEqual([sku]);
    expect(await listProductSummaries(db, [])).toEqual([]);
  });

  it('reads a certificate in grams and carats', async () => {
    const paper = first(reference.certificates);
    expect(await findCertificate(db, paper.cert_no)).toMatchObject({
      sequence_number: paper.sequence_number,
      gold_weight: paper.gold_mg / 1000,
      carat_weight: paper.carat_points / 100,
      issued_on: paper.issued_on,
    });
    expect(await findCertificate(db, 'C0000')).toBeUndefined();
  });
});
