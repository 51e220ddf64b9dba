import { describe, expect, it } from 'vitest';
import { undoMove } from './receive.ts';
import { at, FACTORY, given, move, on, type World } from './testing.ts';
import { worldAt } from './testing-stages.ts';

const OUT_OF_WARRANTY = { purchaseDate: '2020-01-01' };
const types = (world: World, stream: string, from = 0) =>
  (world.logs.get(stream) ?? []).slice(from).map((event) => event.type);

describe('outcomes (product/repair.md §3)', () => {
  it("is 'repaired' at 13 when none is given", () => {
    expect(worldAt(13).item(1).work.outcome).toBe('repaired');
  });

  it.each([3, 17, 19] as const)('lets %i go to 13 only with an outcome that is no repair', (from) => {
    given(worldAt(from))
      .when(move(1, 13, at(FACTORY)))
      .thenRejected('outcome_required');
    given(worldAt(from))
      .when(move(1, 13, at(FACTORY), { outcome: 'repaired' }))
      .thenRejected('outcome_required');
    for (const outcome of ['unrepaired', 'counterfeit'] as const) {
      const world = worldAt(from);
      given(world)
        .when(move(1, 13, at(FACTORY), { outcome }))
        .thenDone();
      expect(world.item(1).work.outcome).toBe(outcome);
    }
  });

  it("is 'repaired' after the final check, also when an unrepaired return was undone before", () => {
    const world = worldAt(17);
    world.run(world.on(1, { type: 'ReturnUnrepaired', reason: 'customer asked' }, at(FACTORY)));
    world.run(undoMove(1, world.states, world.ctx(at(FACTORY))));
    for (const target of [4, 6, 12, 13] as const) world.run(world.move(1, target, at(FACTORY)));
    expect(world.item(1)).toMatchObject({ status: 13, work: { outcome: 'repaired' } });
  });

  it("asks for the new piece with 'replaced', whose old piece the factory keeps", () => {
    const world = worldAt(17);
    given(world)
      .when(move(1, 13, at(FACTORY), { outcome: 'replaced' }))
      .thenRejected('replacement_required');
    const replacement = { sku: 'RING-2', serial: 'N-9', size: '54' };
    given(world)
      .when(move(1, 13, at(FACTORY), { outcome: 'replaced', replacement }))
      .thenDone();
    expect(world.item(1)).toMatchObject({
      product: { sku: 'RING-2', serial: 'N-9', size: '54', name: 'Ring' },
      work: {
        outcome: 'replaced',
        oldPieces: [{ sku: 'RING-1', serial: 'S1', custody: { kind: 'factory-kept', siteId: FACTORY } }],
      },
      custody: { kind: 'site', siteId: FACTORY },
    });
  });

  it('keeps a replacement a replacement through the final check', () => {
    const world = worldAt(12);
    const command = {
      type: 'ReplaceItem',
      replacement: { sku: 'RING-2', serial: null },
      reason: 'lost stone',
    } as const;
    world.run(world.on(1, command, at(FACTORY))).run(world.move(1, 13, at(FACTORY)));
    expect(world.item(1)).toMatchObject({ work: { outcome: 'replaced' }, product: { size: '52' } });
  });

  it.each(['repaired', 'replaced'] as const)(
    "rejects '%s' as the outcome of an unrepaired return",
    (outcome) => {
      given(worldAt(3))
        .when(on(1, { type: 'ReturnUnrepaired', reason: 'x', outcome }, at(FACTORY)))
        .thenRejected('invalid_input', { field: 'outcome' });
    },
  );

  it('asks no fee for what is returned unrepaired', () => {
    const world = worldAt(17, OUT_OF_WARRANTY);
    expect(world.item(1).fee.due.amount).toBe(5000);
    world.run(world.on(1, { type: 'ReturnUnrepaired', reason: 'customer asked' }, at(FACTORY)));
    expect(world.item(1)).toMatchObject({
      status: 13,
      work: { outcome: 'unrepaired' },
      fee: { due: { amount: 0 } },
    });
  });

  it('returns unrepaired from a bench by way of the SAV check', () => {
    const world = worldAt(9);
    const before = world.logs.get('item-1')?.length ?? 0;
    world.run(world.on(1, { type: 'ReturnUnrepaired', reason: 'beyond repair' }, at(FACTORY)));
    expect(types(world, 'item-1', before)).toEqual([
      'ItemStatusChanged',
      'OutcomeRecorded',
      'ItemStatusChanged',
    ]);
    expect(world.item(1)).toMatchObject({ status: 13, lastMove: { from: 17 } });
  });

  it.each([1, 2, 13, 14, 15, 16, 18, 20, 21] as const)('has nothing to return at %i', (status) => {
    const world = worldAt(status);
    given(world)
      .when(on(1, { type: 'ReturnUnrepaired', reason: 'x' }, at(FACTORY)))
      .thenRejected('illegal_transition');
  });
});
