import { describe, expect, it } from 'vitest';
import { startClearing, clearItems } from '../processes/clear-orders.ts';
import { PARIS, TOKYO, at, given, on, type World } from '../processes/testing.ts';
import { worldAt } from '../processes/testing-stages.ts';
import { DAY_MS } from '../kernel.ts';
import { initialClearingRun } from '../clearing/run.ts';

const OUT = { purchaseDate: '2020-01-01' };
const sign = (world: World, signature = 'sig') =>
  world.run(world.on(1, { type: 'RecordSignature', kind: 'pickup', signature }, at(PARIS)));
const handOver =
  (signature = 'sig', site = PARIS) =>
  (world: World) =>
    world.on(1, { type: 'HandOver', signature }, at(site));
const pay = (world: World) =>
  world.run(
    world.on(
      1,
      { type: 'RecordPayment', paid: { amount: 5000, currency: 'EUR' }, means: 'cash', reference: null },
      at(PARIS),
    ),
  );

/** An item taken administratively, by run 900. */
function administrative(item = {}): World {
  const world = worldAt(15, item);
  const filter = {
    rmaIds: [],
    startDate: null,
    endDate: '2026-12-31',
    limit: 100,
    validPurchaseDateOnly: false,
  };
  world.run(startClearing(900, filter, false, initialClearingRun, world.ctx(at(PARIS))));
  return world.run(clearItems(world.runs.get(900) ?? initialClearingRun, world.items, world.ctx(at(PARIS))));
}

describe('handover: signature and fee paid or waived (product/repair.md §15)', () => {
  it('asks for a pickup signature that was saved for this item', () => {
    given(worldAt(15)).when(handOver()).thenRejected('signature_required');
    given(sign(worldAt(15)))
      .when(handOver('another'))
      .thenRejected('signature_required');
    const deposit = worldAt(15);
    deposit.run(deposit.on(1, { type: 'RecordSignature', kind: 'deposit', signature: 'sig' }, at(PARIS)));
    given(deposit).when(handOver()).thenRejected('signature_required');
  });

  it('passes custody to the customer and records how', () => {
    const world = sign(worldAt(15));
    given(world).when(handOver()).thenDone();
    expect(world.item(1)).toMatchObject({
      status: 16,
      custody: { kind: 'customer' },
      taken: { administrative: false },
    });
    expect(world.logs.get('item-1')?.at(-1)).toMatchObject({
      type: 'ItemHandedOver',
      data: { how: 'pickup', signature: 'sig' },
    });
    given(world).when(handOver()).thenRejected('already_handed_over');
  });

  it('asks for the payment, unless waived', () => {
    const world = sign(worldAt(15, OUT));
    given(world).when(handOver()).thenRejected('fee_not_paid');
    pay(world);
    given(world).when(handOver()).thenDone();
  });

  it('happens at the shop that has it', () => {
    given(sign(worldAt(15)))
      .when(handOver('sig', TOKYO))
      .thenRejected('custody_elsewhere');
  });

  it('keeps every version of a signature', () => {
    const world = sign(sign(worldAt(15), 'first'), 'second');
    expect(world.item(1).signatures.map(({ version, signature }) => [version, signature])).toEqual([
      [1, 'first'],
      [2, 'second'],
    ]);
    given(world).when(handOver('first')).thenDone();
  });

  it.each([1, 2, 3, 13, 14] as const)('is not open at %i', (status) => {
    given(sign(worldAt(status)))
      .when(handOver())
      .thenRejected('illegal_transition');
  });
});

describe('a cancelled deposit (product/repair.md §6)', () => {
  it('keeps custody with the store until it is handed back with a signature, without a fee', () => {
    const world = worldAt(20, OUT);
    expect(world.item(1).custody).toEqual({ kind: 'site', siteId: PARIS });
    given(world).when(handOver()).thenRejected('signature_required');
    given(sign(world)).when(handOver()).thenDone();
    expect(world.item(1)).toMatchObject({ status: 20, custody: { kind: 'customer' } });
  });
});

describe('an administrative 16 (product/clearing.md §2)', () => {
  it('needs neither signature nor payment and leaves custody with the shop', () => {
    expect(administrative(OUT).item(1)).toMatchObject({
      status: 16,
      custody: { kind: 'site', siteId: PARIS },
      taken: { administrative: true, runId: 900 },
      handedOverAt: null,
    });
  });

  it('accepts a later handover with both', () => {
    const world = sign(administrative(OUT));
    given(world).when(handOver()).thenRejected('fee_not_paid');
    pay(world);
    given(world).when(handOver()).thenDone();
    expect(world.item(1)).toMatchObject({ status: 16, custody: { kind: 'customer' } });
    given(world).when(handOver()).thenRejected('already_handed_over');
  });

  it('accepts it even after 21', () => {
    const world = sign(administrative()).wait(14 * DAY_MS);
    world.run(world.on(1, { type: 'CloseItem' }, at(PARIS)));
    expect(world.item(1)).toMatchObject({ status: 21, custody: { kind: 'site', siteId: PARIS } });
    given(world).when(handOver()).thenDone();
    expect(world.item(1)).toMatchObject({ status: 21, custody: { kind: 'customer' } });
  });
});

describe('closing 16 → 21 after 14 days (product/reminders.md §3)', () => {
  const closeAfter = (ms: number) => {
    const world = worldAt(16).wait(ms);
    return world.try(world.on(1, { type: 'CloseItem' }, at(PARIS)))?.code ?? null;
  };

  it('closes at 14 days and not a millisecond before', () => {
    expect(closeAfter(14 * DAY_MS - 1)).toBe('too_early');
    expect(closeAfter(14 * DAY_MS)).toBeNull();
    expect(closeAfter(14 * DAY_MS + 1)).toBeNull();
  });

  it('closes nothing else', () => {
    const world = worldAt(15).wait(99 * DAY_MS);
    given(world)
      .when(on(1, { type: 'CloseItem' }, at(PARIS)))
      .thenRejected('illegal_transition');
  });
});
