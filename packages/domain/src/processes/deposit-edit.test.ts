import { describe, expect, it } from 'vitest';
import type { Policy } from '../policy.ts';
import type { Rejection } from '../rejection.ts';
import { initialRma } from '../deposit/rma.ts';
import { decideCounterfeit } from '../repair/counterfeit.ts';
import { decideDepositEdit, type DepositEdit } from './deposit-edit.ts';
import type { DepositItem } from './deposit-command.ts';
import { PARIS, START, World, at, depositItem, depositOf, given } from './testing.ts';
import { worldAt } from './testing-stages.ts';

/** The form of `worldAt(…)` again, with these changes. */
const form = (changes: Partial<DepositEdit> = {}): DepositEdit => {
  const { signature: _ink, ...deposit } = depositOf(100, []);
  return { ...deposit, ...changes };
};
const item = (changes: Partial<DepositItem> = {}) => depositItem(1, changes);

const edit = (changes: Partial<DepositEdit>) => (world: World) =>
  decideDepositEdit(form(changes), world.rmas.get(100) ?? initialRma, world.items, world.ctx(at(PARIS)));
const typesOf = (world: World, stream: string) =>
  (world.logs.get(stream) ?? []).slice(1).map(({ type }) => type);
const lastChanged = (world: World) => {
  const last = world.logs.get('rma-100')?.at(-1);
  return last?.type === 'RmaEdited' ? last.data.changed : [];
};

describe('while its items are at 1, everything that the deposit said may be edited (product/deposit.md §10)', () => {
  it('the same form again changes nothing', () => {
    const world = worldAt(1);
    given(world)
      .when(edit({ items: [item()] }))
      .thenNothing();
    expect([typesOf(world, 'rma-100'), typesOf(world, 'item-1')]).toEqual([[], []]);
  });

  it('evaluates warranty and fee again, as of the day of the deposit', () => {
    const world = worldAt(1);
    world.wait(300 * 86_400_000);
    expect(world.item(1).fee.due.amount).toBe(0);
    given(world)
      .when(edit({ items: [item({ purchaseDate: '2020-01-01' })] }))
      .thenDone();
    expect(world.item(1)).toMatchObject({
      warranty: { inWarranty: false },
      fee: { due: { amount: 5000 }, accepted: { amount: 5000 } },
      purchase: { purchaseDate: '2020-01-01' },
    });
    given(world)
      .when(edit({ items: [item({ purchaseDate: '2024-03-03' })] }))
      .thenDone();
    expect(world.item(1)).toMatchObject({ warranty: { inWarranty: true }, fee: { due: { amount: 0 } } });
    given(world)
      .when(edit({ items: [item({ purchaseDate: '2024-03-02' })] }))
      .thenDone();
    expect(world.item(1).warranty.inWarranty).toBe(false);
    expect(START.slice(0, 10)).toBe('2026-03-02');
  });

  it('names what changed, and moves the version of the whole form whichever piece it was', () => {
    const world = worldAt(1);
    world.after(edit({ items: [item({ reasonIds: [2], subReasons: [] })], language: 'ar' }));
    expect(lastChanged(world)).toEqual(['language', 'items.1.reasons', 'items.1.sub_reasons']);
    expect(typesOf(world, 'item-1')).toEqual(['ItemDepositEdited']);
  });

  it('names an amount by the one field that the form has for it', () => {
    const world = worldAt(1, { purchaseDate: '2020-01-01' });
    world.after(
      edit({ items: [item({ purchaseDate: '2020-01-01', maintenanceAmount: 6000, total180: 1 })] }),
    );
    expect(new Set(lastChanged(world))).toEqual(new Set(['items.1.maintenance_amount', 'items.1.total_180']));
    expect(lastChanged(world)).toHaveLength(2);
  });

  it.each([
    [{ goldImage: 'a-gold-mark' }, 'gold_image'],
    [{ extendedWarrantyProof: 'a-proof' }, 'extended_warranty_proof'],
    [{ renewReasons: ['chain'] }, 'renew_reasons'],
  ])('names what is %o by the form’s %s', (change, name) => {
    const world = worldAt(1);
    world.after(edit({ items: [item(change)] }));
    expect(lastChanged(world)).toContain(`items.1.${name}`);
  });

  it('names the amount when another purchase date alone makes it due', () => {
    const world = worldAt(1);
    world.after(edit({ items: [item({ purchaseDate: '2020-01-01' })] }));
    expect(lastChanged(world)).toEqual([
      'items.1.purchase',
      'items.1.warranty',
      'items.1.maintenance_amount',
    ]);
  });

  it('names the amount when in warranty only what was agreed is another', () => {
    const world = worldAt(1);
    world.after(edit({ items: [item({ maintenanceAmount: 6000 })] }));
    expect(lastChanged(world)).toEqual(['items.1.maintenance_amount']);
  });

  it('puts a new head on the papers of pieces that are not named', () => {
    const world = worldAt(1);
    given(world)
      .when(edit({ delivery: 'client', originalOrderNumber: 'ON2' }))
      .thenDone();
    expect(world.item(1)).toMatchObject({
      delivery: 'client',
      purchase: { originalOrderNumber: 'ON2', invoiceNumber: 'INV-1' },
    });
    expect(world.rmas.get(100)).toMatchObject({ delivery: 'client', originalOrderNumber: 'ON2' });
  });

  it('moves the version of the form when a waiver alone is asked for', () => {
    const OUT = { purchaseDate: '2020-01-01' };
    const world = worldAt(1, OUT).after(edit({ items: [item({ ...OUT, waiverRemark: 'loyal' })] }));
    expect(typesOf(world, 'rma-100')).toEqual(['RmaEdited']);
  });

  it('asks for a waiver once, and reports a counterfeit once', () => {
    const world = worldAt(1);
    const said = item({ waiverRemark: 'loyal', fakeProduct: { image: 'f', remark: 'stamp' } });
    world.after(edit({ items: [said] }));
    world.after(edit({ items: [said] }));
    expect(typesOf(world, 'item-1')).toEqual(['WaiverRequested', 'CounterfeitReported']);
    expect(world.item(1).counterfeits).toMatchObject([{ image: 'f', remark: 'stamp' }]);
  });

  it('leaves an approved waiver approved, at another amount', () => {
    const world = worldAt(1, { waiverRemark: 'loyal', purchaseDate: '2020-01-01' });
    world.run(world.on(1, { type: 'DecideWaiver', decision: 11, reason: null }, at(PARIS)));
    const said = item({ waiverRemark: 'loyal', purchaseDate: '2020-01-01', maintenanceAmount: 7000 });
    given(world)
      .when(edit({ items: [said] }))
      .thenDone();
    expect(world.item(1)).toMatchObject({
      fee: { due: { amount: 0 } },
      waiver: { code: 11, waivedAmount: 7000 },
    });
  });

  it('finds no deposit that never was, nor one whose client was erased', () => {
    const world = worldAt(1);
    const deposit = world.rmas.get(100) ?? initialRma;
    for (const gone of [initialRma, { ...deposit, contact: null }]) {
      world.rmas.set(100, gone);
      given(world)
        .when(edit({ language: 'ja' }))
        .thenRejected('not_found');
    }
  });

  it('refuses the issues of a form, and keeps nothing of it', () => {
    const world = worldAt(1);
    const wrong = { items: [item({ reasonIds: [] })], contact: { ...form().contact, firstName: 'Eva' } };
    given(world)
      .when(edit(wrong))
      .thenRejected({
        code: 'invalid_input',
        fields: [{ path: 'items.0.reasons', code: 'reasons_required' }],
      });
    expect(typesOf(world, 'rma-100')).toEqual([]);
  });

  it('demands what the form demands', () => {
    const policy: Partial<Policy> = { demandImages: true };
    const world = worldAt(1, { images: ['a'] }, policy);
    given(world)
      .when(edit({ items: [item()] }))
      .thenRejected({ code: 'invalid_input', fields: [{ path: 'items.0.images', code: 'images_required' }] });
  });

  it('does not exchange the product of a piece that is packed already', () => {
    const world = worldAt(1).pack(7, 1, PARIS, 20, [1]);
    const other = { ...item().product, sku: 'RING-2' };
    given(world)
      .when(edit({ items: [item({ product: other })] }))
      .thenRejected('item_bound_elsewhere', { shipment_id: 7 });
    given(world)
      .when(edit({ items: [item({ reasonIds: [2], subReasons: [] })] }))
      .thenDone();
  });
});

describe('later the contact and the address alone (product/deposit.md §10)', () => {
  const eva = { ...form().contact, firstName: 'Eva' };

  it.each([2, 3, 15, 16] as const)('at %i', (status) => {
    const world = worldAt(status);
    given(world)
      .when(edit({ contact: eva, language: 'ja' }))
      .thenDone();
    expect(world.rmas.get(100)).toMatchObject({ contact: { firstName: 'Eva' }, language: 'ja' });
    const late: Rejection = { code: 'edit_too_late', details: { item_id: 1, status } };
    given(world)
      .when(edit({ items: [item()] }))
      .thenRejected(late);
    given(world)
      .when(edit({ contact: eva, delivery: 'client' }))
      .thenRejected(late);
  });

  it('a cancelled piece beside one at the counter does not stop the other', () => {
    const world = new World().deposit(100, [depositItem(1), depositItem(2)]);
    world.run(world.move(2, 20, at(PARIS), { reason: 'changed mind' }));
    given(world)
      .when(edit({ items: [item({ reasonIds: [2], subReasons: [] })] }))
      .thenDone();
    given(world)
      .when(edit({ items: [depositItem(2)] }))
      .thenRejected('edit_too_late');
  });

  it('a piece of another deposit does not exist, nor does a deposit whose customer is erased', () => {
    const world = worldAt(1);
    given(world)
      .when(edit({ items: [depositItem(9)] }))
      .thenRejected('not_found');
    const rma = world.rmas.get(100) ?? initialRma;
    if (rma.kind === 'rma') world.rmas.set(100, { ...rma, contact: null, address: null });
    given(world)
      .when(edit({ contact: eva }))
      .thenRejected('not_found');
  });
});

describe('a counterfeit may be reported until the repair has ended (product/deposit.md §11)', () => {
  const report = { image: 'picture', remark: 'the stamp is wrong' };
  const tell = (world: World, given = report) =>
    decideCounterfeit(given, world.item(1), world.ctx(at(PARIS)));

  it('with its picture and remark, once', () => {
    const world = worldAt(4);
    const decision = tell(world);
    expect(decision).toMatchObject({
      ok: true,
      events: [{ type: 'CounterfeitReported', data: { customerRef: 'customer-100', ...report } }],
    });
    if (decision.ok) world.append({ streamId: 'item-1', events: decision.events });
    expect(tell(world)).toEqual({ ok: true, events: [] });
  });

  it.each([
    ['no picture', { ...report, image: '' }, 'invalid_input'],
    ['no remark', { ...report, remark: ' ' }, 'text_required'],
    ['121 words', { ...report, remark: 'mot '.repeat(121) }, 'text_too_long'],
  ])('%s is refused', (_, given, code) => {
    expect(tell(worldAt(1), given)).toMatchObject({ ok: false, rejection: { code } });
  });

  it('not of a cancelled or a closed one', () => {
    expect(tell(worldAt(20))).toMatchObject({ rejection: { code: 'item_cancelled' } });
    expect(tell(worldAt(21))).toMatchObject({ rejection: { code: 'item_closed' } });
  });
});
