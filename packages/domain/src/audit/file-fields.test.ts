import { describe, expect, it } from 'vitest';
import { fileChanges, fileOf } from './file-fields.ts';

const MONEY = new Set(['fee', 'fee_paid_amount', 'fee_open', 'fee_to_return', 'total']);

describe('a file in a replay', () => {
  it('shows no contact beyond the client’s name', () => {
    const contact = { email: 'a@b.test', phone: '612345678', fullphone: '+33612345678', address: 'Rue 1' };
    const file = fileOf('rma', { number: 'PAR-1', fullname: 'Ada Lovelace', ...contact });
    expect(file).toMatchObject({ number: 'PAR-1', fullname: 'Ada Lovelace' });
    for (const value of Object.values(contact)) expect(Object.values(file)).not.toContain(value);
  });

  it.each([
    [
      'item',
      'number status custody_kind custody_site custody_from custody_to shipment_tracking tracking_number transfer_to storage_safe storage_tray loan_due expected_likely expected_latest collect_kind collect_shop pickup_day pickup_from holds ' +
        'outcome sku product_name size serial invoice_number purchase_date is_under_warranty fee fee_accepted fee_paid fee_paid_amount fee_open fee_to_return waiver ' +
        'quality_cause stone_count final_weight_mg last_scan_target image_count store_comments factory_comments follow_ups ' +
        'reminder_number to_call handed_over_at cancelled linked_to',
    ],
    ['rma', 'number fullname delivery platform language'],
    [
      'shipment',
      'tracking_number state origin destination carrier seal_number gross_weight item_count received_count missing_count ' +
        'extra_count signed picked_up total sent_at received_at closed_at',
    ],
  ])('of %s shows these fields, and each from its own column', (prefix, names) => {
    const money = { fee_amount: 1, fee_currency: 'EUR', currency: 'EUR' };
    const row = Object.fromEntries(names.split(' ').map((name, at) => [name, at]));
    const file = fileOf(prefix, { ...row, ...money, firstname: 'Ada' });
    const isOwn = ([name]: [string, unknown]) => !MONEY.has(name);
    expect(Object.keys(file)).toEqual(names.split(' '));
    expect(Object.entries(file).filter(isOwn)).toEqual(Object.entries(row).filter(isOwn));
  });

  it('shows money with its currency, and nothing where there is none', () => {
    expect(fileOf('item', { fee_amount: 4_000, fee_currency: 'EUR' })['fee']).toEqual({
      amount: 4_000,
      currency: 'EUR',
    });
    expect(fileOf('shipment', { total: null, currency: null })['total']).toBeNull();
    expect(fileOf('user', { name: 'Nina' })).toEqual({});
  });

  it('changes by what is other than before, lists by their entries', () => {
    const before = fileOf('item', { status: 4, holds: [], size: null });
    const after = fileOf('item', { status: 5, holds: ['missing'], size: null });
    expect(fileChanges(before, after)).toEqual([
      { field: 'status', before: 4, after: 5 },
      { field: 'holds', before: [], after: ['missing'] },
    ]);
    expect(fileChanges(after, after)).toEqual([]);
    expect(fileChanges({}, { size: null, holds: [], status: 1 })).toEqual([
      { field: 'status', before: null, after: 1 },
    ]);
  });
});
