import { describe, expect, it } from 'vitest';
import { toRmaRow } from '../deposit/row.ts';
import { initialRma } from '../deposit/rma.ts';
import { decideRma } from '../deposit/decide.ts';
import { decideDeposit } from './deposit.ts';
import type { Deposit, DepositItem } from './deposit-command.ts';
import { PARIS, World, at, depositItem, depositOf, given } from './testing.ts';

const deposit =
  (items: readonly DepositItem[], changes: Partial<Deposit> = {}) =>
  (world: World) =>
    decideDeposit(depositOf(100, items, changes), world.rmas.get(100) ?? initialRma, world.ctx(at(PARIS)));
const deposited = (items: readonly DepositItem[], changes: Partial<Deposit> = {}) =>
  new World().after(deposit(items, changes));

describe('deposit: one RMA, 1..n items (product/rma.md §1)', () => {
  it('creates the RMA and its items at 1, in the custody of the store', () => {
    const world = deposited([depositItem(1), depositItem(2)]);
    expect(world.rmas.get(100)).toMatchObject({ kind: 'rma', itemIds: [1, 2], storeId: PARIS });
    expect(world.item(2)).toMatchObject({
      status: 1,
      rmaId: 100,
      custody: { kind: 'site', siteId: PARIS },
      createdAt: world.ctx(at(PARIS)).now,
      enteredAt: world.ctx(at(PARIS)).now,
    });
  });

  it('refuses none, too many, and the same id twice', () => {
    given(new World()).when(deposit([])).thenRejected('no_items');
    const two = [depositItem(1), depositItem(2)];
    given(new World({ maxItemsPerRma: 1 }))
      .when(deposit(two))
      .thenRejected('too_many_items');
    given(new World({ maxItemsPerRma: 2 }))
      .when(deposit(two))
      .thenDone();
    given(new World())
      .when(deposit([depositItem(1), depositItem(1)]))
      .thenRejected('already_exists');
  });

  it.each([-1, 0.5])('rejects %d repairs in 180 days', (total180) => {
    given(new World())
      .when(deposit([depositItem(1, { total180 })]))
      .thenRejected('invalid_input', { field: 'total_180' });
  });

  it('is made once', () => {
    given(deposited([depositItem(1)]))
      .when(deposit([depositItem(2)]))
      .thenRejected('already_exists');
  });

  it('freezes the warranty of the store’s own day', () => {
    const item = depositItem(1, { purchaseDate: '2024-03-02' });
    expect(deposited([item], { depositDay: '2026-03-01' }).item(1).warranty.inWarranty).toBe(true);
    expect(deposited([item], { depositDay: '2026-03-02' }).item(1).warranty.inWarranty).toBe(false);
  });

  it('charges the agreed amount out of warranty only', () => {
    const world = deposited([depositItem(1), depositItem(2, { purchaseDate: '2020-01-01' })]);
    expect([1, 2].map((id) => world.item(id).fee.due.amount)).toEqual([0, 5000]);
    expect(world.item(2).fee.accepted).toEqual({ amount: 5000, currency: 'EUR' });
  });

  it('puts a requested waiver under review with its remark', () => {
    const world = deposited([depositItem(1, { waiverRemark: 'loyal client' })]);
    expect(world.item(1).waiver.code).toBe(1);
  });

  it('keeps the customer’s signature with every item, in the same append', () => {
    const world = deposited([depositItem(1), depositItem(2)], { signature: 'ink' });
    const { now } = world.ctx(at(PARIS));
    const signed = { kind: 'deposit', version: 1, signature: 'ink', at: now };
    expect([1, 2].map((id) => world.item(id).signatures)).toEqual([[signed], [signed]]);
    expect(deposited([depositItem(1)]).item(1).signatures).toEqual([]);
  });

  it('names every issue of every item at once, and keeps nothing', () => {
    const world = new World();
    const wrong = [
      depositItem(1, { reasonIds: [] }),
      depositItem(2, { maintenanceAmount: -1, purchaseDate: '2026-03-03' }),
    ];
    given(world)
      .when(deposit(wrong))
      .thenRejected({
        code: 'invalid_input',
        fields: [
          { path: 'items.0.reasons', code: 'reasons_required' },
          { path: 'items.1.purchase_date', code: 'purchase_date_future' },
          { path: 'items.1.maintenance_amount', code: 'maintenance_amount_required' },
        ],
      });
    expect([world.rmas.size, world.items.size]).toEqual([0, 0]);
  });

  it('drops sub-reasons whose reason was not chosen', () => {
    const subReasons = [
      { id: 11, reasonId: 1 },
      { id: 21, reasonId: 2 },
    ];
    expect(deposited([depositItem(1, { subReasons })]).item(1).subReasons).toEqual([{ id: 11, reasonId: 1 }]);
  });

  it("stores the e-mail 'null' as none", () => {
    const contact = { firstName: '小明', lastName: '王', phoneCode: '86', phone: '131', email: 'null' };
    const world = deposited([depositItem(1)], { contact });
    const rma = world.rmas.get(100) ?? initialRma;
    expect(rma.kind === 'rma' && toRmaRow(rma)).toMatchObject({
      email: null,
      fullname: '王小明',
      fullphone: '+86 131',
      phone_digits: '86131',
    });
  });

  it('leaves an erased customer nameless in the row', () => {
    const rma = deposited([depositItem(1)]).rmas.get(100) ?? initialRma;
    const row = rma.kind === 'rma' ? toRmaRow({ ...rma, contact: null, address: null }) : null;
    expect(row).toMatchObject({
      firstname: '',
      fullname: '',
      phone: '',
      fullphone: '',
      address: '',
      email: null,
    });
  });

  it('changes the contact later, and only when it differs', () => {
    const world = deposited([depositItem(1)]);
    const { contact, address } = depositOf(100, []);
    const rma = world.rmas.get(100) ?? initialRma;
    const change = (phone: string) =>
      decideRma(
        { type: 'ChangeContact', contact: { ...contact, phone }, address },
        rma,
        world.ctx(at(PARIS)),
      );
    expect(change(contact.phone)).toEqual({ ok: true, events: [] });
    expect(decideRma({ type: 'ChangeContact', contact, address }, initialRma, world.ctx(at(PARIS)))).toEqual({
      ok: false,
      rejection: { code: 'not_found' },
    });
    expect(change('999')).toMatchObject({
      ok: true,
      events: [
        { type: 'RmaContactChanged', data: { customerRef: 'customer-100', contact: { phone: '999' } } },
      ],
    });
  });
});
