import { describe, expect, it } from 'vitest';
import type { ItemView } from '../repair-detail/schema.ts';
import type { Cell } from './cells.ts';
import { cellsOf, columnsOf, type Column, type ExportLine } from './sheet.ts';

const VIEW = {
  number: 'PAR-000001',
  rma_status_id: 15,
  product_kind: 'ring',
  outcome: 'repaired',
  fee_settled: true,
  tracking_number: 'TRK-11',
  custody: { kind: 'site', site_name: 'Paris' },
};
const LINE = {
  timeZone: 'Europe/Paris',
  country: 'FR',
  metal: 'gold',
  certificate: 'C-1',
  weightMg: 3210,
  value: { amount: 125_000, currency: 'EUR' },
  reasons: ['clasp', 'stone'],
};

/** The cell of one column, for a piece of which only what that column shows is filled. */
function cell(name: Column['name'], view: object = {}, line: Partial<ExportLine> = {}): Cell {
  const [list, customs] = [columnsOf('list', 'shop'), columnsOf('customs', 'shop')];
  const column = [...list, ...customs, ...columnsOf('quality', 'shop')].find((each) => each.name === name);
  if (column === undefined) throw new Error(name);
  const whole = { ...LINE, ...line, view: { ...VIEW, ...view } as unknown as ItemView } as ExportLine;
  return cellsOf([column], whole, 'en')[0] ?? { kind: 'empty' };
}
const text = (words: string): Cell => ({ kind: 'text', text: words });

describe('a cell of a file', () => {
  it('names a status, and shows the number of one that it does not know', () => {
    expect(cell('status', { rma_status_id: 15 })).toEqual(text('Received by shop'));
    expect(cell('status', { rma_status_id: 99 })).toEqual(text('99'));
  });

  it('says yes and no', () => {
    expect([cell('settled'), cell('settled', { fee_settled: false })]).toEqual([text('Yes'), text('No')]);
  });

  it('says how the client wants the piece back and when they come, and nothing where they said nothing', () => {
    const collection = { kind: 'other_shop', shop_id: 2, shop_name: 'Lyon', by_client: true };
    expect(cell('collection', { collection })).toEqual(text('Collects at Lyon'));
    const door = { ...collection, kind: 'delivery', shop_name: 'Paris' };
    expect(cell('collection', { collection: door })).toEqual(text('Delivery to their address'));
    expect(cell('collection', { collection: null })).toEqual({ kind: 'empty' });
    const pickup = { day: '2026-12-01', from: '10:30', to: '11:00' };
    expect(cell('pickupAt', { pickup })).toEqual({
      kind: 'moment',
      local: new Date('2026-12-01T10:30:00.000Z'),
    });
    expect(cell('pickupAt', { pickup: null })).toEqual({ kind: 'empty' });
    const readBy = (audience: 'operation' | 'worker') => columnsOf('list', audience).map(({ name }) => name);
    expect(readBy('operation')).toContain('collection');
    expect(readBy('operation')).not.toContain('pickupAt');
    expect(readBy('worker')).not.toContain('collection');
  });

  it('says whether a piece is in warranty', () => {
    const cells = [true, false].map((is) => cell('warranty', { is_under_warranty: is }));
    expect(cells[0]).not.toEqual(cells[1]);
    expect(JSON.stringify(cells[0])).toMatch(/yes|in warranty|under/i);
  });

  it('weighs in grams of three digits, and is empty where nothing was weighed', () => {
    expect(cell('weight')).toEqual({ kind: 'number', value: 3.21, decimals: 3 });
    expect(cell('weight', {}, { weightMg: null })).toEqual({ kind: 'empty' });
  });

  it('shows a value in its currency, and neither where there is none', () => {
    expect(cell('value')).toEqual({ kind: 'number', value: 1250, decimals: 2 });
    expect(cell('value', {}, { value: null })).toEqual({ kind: 'empty' });
  });

  it('lists reasons', () => {
    expect(cell('reasons')).toEqual(text('clasp, stone'));
  });

  it('names a site as its holder by the name alone, others by their kind', () => {
    expect(cell('holder')).toEqual(text('Paris'));
    const inPackage = cell('holder', { custody: { kind: 'shipment', site_name: null } });
    expect(JSON.stringify(inPackage)).toContain('TRK-11');
    expect(cell('holder', { custody: { kind: 'factory-kept', site_name: 'Lyon' } })).not.toEqual(
      text('Lyon'),
    );
  });

  it('shows a word of a later release as it is, and nothing where there is none', () => {
    expect(cell('outcome', { outcome: 'melted' })).toEqual(text('melted'));
    expect(cell('outcome', { outcome: null })).toEqual({ kind: 'empty' });
  });
});
