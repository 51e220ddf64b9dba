import { headerOf } from '@atelier/domain/reference/import/data-set.ts';
import { readRow } from '@atelier/domain/reference/import/read-file.ts';
import { findReferenceSet } from '@atelier/domain/reference/import/sets.ts';
import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { beginRecords } from './begin-records.commands.ts';
import type { World } from '../../projections/testing.ts';
import { META } from '../../projections/testing-histories.ts';
import { NOW as now, openRecordedWorld, type RecordedWorld } from './testing-recorded.ts';
import { importReference } from '../../reference/import/reference-import.commands.ts';
import { saveSubReason, switchReason } from '../../reference/reasons.commands.ts';
import { reporting, roundTools, WHOLE } from './testing-world.ts';
import { runRound } from './round.ts';

const clock = { now: () => now };
let world: World;
let owner: Pool;
let found: RecordedWorld['found'];
let foundAfter: RecordedWorld['foundAfter'];
let one: RecordedWorld['one'];
let close: RecordedWorld['close'];

beforeAll(async () => {
  ({ world, owner, found, foundAfter, one, close } = await openRecordedWorld());
});
afterAll(() => close());

async function importRows(name: string, rows: readonly Readonly<Record<string, string>>[]) {
  const set = findReferenceSet(name);
  if (set === undefined) throw new Error(`no set ${name}`);
  const header = headerOf(set);
  const lines = rows.map((row, at) =>
    readRow(
      set,
      header,
      at + 2,
      header.map((column) => row[column] ?? ''),
    ),
  );
  const request = {
    set,
    rows: lines,
    digest: '',
    isDryRun: false,
    metadata: { ...META, commandId: randomUUID() },
    by: null,
  };
  return importReference({ db: world.db, store: world.store, clock }, request);
}

describe('before the records begin', () => {
  it('nothing is compared, and what releases before wrote waits until their nodes have ended', async () => {
    await owner.query(
      `insert into user_credentials (user_id, password_hash, changed_at) values (5, '$argon2id$old', now())`,
    );
    expect(await beginRecords(world.db, now, false)).toBe(false);
    expect(await found()).toEqual([]);
    expect(await beginRecords(world.db, now, true)).toBe(true);
    expect(await found()).toEqual([]);
  });
});

describe('reference data', () => {
  it('that an import changes and adds is as recorded, and what something else changes is not', async () => {
    const { sku } = await one(`select sku from prices where currency = 'EUR' limit 1`);
    const { sku: bare } = await one(
      `select sku from products p where not exists (select from prices where sku = p.sku and currency = 'JPY') limit 1`,
    );
    const result = await importRows('prices', [
      { sku: String(sku), currency: 'EUR', amount: '1234.00' },
      ...(bare === undefined ? [] : [{ sku: String(bare), currency: 'JPY', amount: '98000' }]),
    ]);
    expect(result.imported).toBe(true);
    expect(await found()).toEqual([]);
    const where = `where sku = '${String(sku)}' and currency = 'EUR'`;
    const changed = await foundAfter(
      `update prices set amount = amount + 1 ${where}`,
      `update prices set amount = amount - 1 ${where}`,
    );
    expect(changed).toEqual([expect.stringMatching(/^prices rows=\d+ changed$/)]);
  });

  it.each([
    ['sites', `update sites set address = address || '!'`, `update sites set address = left(address, -1)`],
    [
      'customers',
      `update customers set home_site_id = home_site_id + 1 where id = (select min(id) from customers)`,
      `update customers set home_site_id = home_site_id - 1 where id = (select min(id) from customers)`,
    ],
    [
      'repair_fees',
      `update repair_fees set amount = amount + 1`,
      `update repair_fees set amount = amount - 1`,
    ],
  ])('%s changed in place are found', async (table, change, back) => {
    expect(await foundAfter(change, back)).toEqual([
      expect.stringMatching(new RegExp(`^${table} rows=\\d+ changed$`)),
    ]);
  });

  it('a shop that was acquainted with a customer by hand is found', async () => {
    const pair = `select c.id, s.id from customers c, sites s where s.kind = 'shop'
      and not exists (select from customer_sites x where x.customer_id = c.id and x.site_id = s.id) order by 1, 2 limit 1`;
    const { rows } = await owner.query<{ customer_id: number; site_id: number }>(
      `insert into customer_sites (customer_id, site_id) ${pair} returning *`,
    );
    expect(await found()).toEqual([expect.stringMatching(/^customer_sites rows=\d+ extra$/)]);
    await owner.query('delete from customer_sites where customer_id = $1 and site_id = $2', [
      rows[0]?.customer_id,
      rows[0]?.site_id,
    ]);
    expect(await found()).toEqual([]);
  });

  it('that an administrator changes on the screen is recorded beside the row', async () => {
    const services = { store: world.store, db: world.db };
    const meta = () => ({ metadata: { ...META, commandId: randomUUID() } });
    const { id: reason } = await one('select id from rma_reasons where is_active limit 1');
    const { id: sub, reason_id } = await one('select id, reason_id from rma_sub_reasons limit 1');
    await switchReason(services, Number(reason), false, meta());
    await saveSubReason(
      services,
      { id: Number(sub), rma_reason_id: Number(reason_id), name: 'Bent claw', sort: 77 },
      Number(sub),
      meta(),
    );
    await saveSubReason(services, { rma_reason_id: Number(reason_id), name: 'Bent' }, 9_000, meta());
    expect(await found()).toEqual([]);
    const inPlace = await foundAfter(
      `update rma_sub_reasons set is_under_warranty = not is_under_warranty where id = 9000`,
      `update rma_sub_reasons set is_under_warranty = not is_under_warranty where id = 9000`,
    );
    expect(inPlace).toEqual([expect.stringMatching(/^rma_sub_reasons rows=\d+ changed$/)]);
  });
});

describe('a round of the standing comparison', () => {
  it('writes such a difference down once, keeps it open, and closes it when it is gone', async () => {
    const rounds = async () => {
      const report = reporting();
      await runRound(roundTools(world), report, { ...WHOLE, recordsMs: 0 });
      return { found: report.found.map(({ table, kind }) => `${table} ${kind}`), repaired: report.repaired };
    };
    await owner.query('update shipping_fees set amount = amount + 1');
    expect((await rounds()).found).toEqual(['shipping_fees changed']);
    expect(await rounds()).toEqual({ found: [], repaired: [] });
    await owner.query('update shipping_fees set amount = amount - 1');
    expect((await rounds()).repaired).toEqual([expect.stringMatching(/^shipping_fees /)]);
  });
});
