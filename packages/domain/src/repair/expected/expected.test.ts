import { describe, expect, it } from 'vitest';
import { SYSTEM } from '../../kernel.ts';
import { isItemEvent } from '../../personal-data.ts';
import { given, type World } from '../../processes/testing.ts';
import { worldAt } from '../../processes/testing-stages.ts';
import { evolvePieceFacts } from '../../processes/piece-facts.ts';
import type { ExpectedBecause } from './expected-events.ts';
import { toItemRow } from '../row.ts';

const DEPOSIT: ExpectedBecause = { kind: 'deposit' };
const expectDate =
  (likely: string, latest: string, because: ExpectedBecause = { kind: 'time' }) =>
  (world: World) =>
    world.on(1, { type: 'ExpectReadyDate', likely, latest, model: 3, because }, SYSTEM);
const dated = (status: Parameters<typeof worldAt>[0]) => {
  const world = worldAt(status);
  return world.run(expectDate('2026-12-12', '2026-12-19', DEPOSIT)(world));
};
const rowOf = (world: World) => {
  const { expected_likely: likely, expected_latest: latest } = toItemRow(world.item(1));
  return [likely, latest];
};

describe('the expected ready date (product/promise.md)', () => {
  it('is the newest, with the model and what moved it', () => {
    const world = dated(4);
    const because = { kind: 'event', position: 812, type: 'HoldPlaced' } as const;
    world.after(expectDate('2026-12-14', '2026-12-22', because));
    expect(rowOf(world)).toEqual(['2026-12-14', '2026-12-22']);
    expect(world.logs.get('item-1')?.at(-1)?.data).toMatchObject({ model: 3, because });
  });

  it('is not written again while it stays the same', () => {
    given(dated(4)).when(expectDate('2026-12-12', '2026-12-19')).thenNothing();
  });

  it('does not end before its likely day', () => {
    given(dated(4)).when(expectDate('2026-12-20', '2026-12-19')).thenRejected('invalid_input');
  });

  it('ends when the piece is ready, taken, closed or cancelled', () => {
    for (const status of [1, 2, 4, 13, 14] as const)
      expect(rowOf(dated(status))).toEqual(['2026-12-12', '2026-12-19']);
    for (const status of [15, 16, 20, 21] as const) {
      given(worldAt(status)).when(expectDate('2026-12-12', '2026-12-19')).thenNothing();
      expect(rowOf(worldAt(status))).toEqual([null, null]);
    }
  });

  it('says what last made it later than first named, until it is no later', () => {
    const world = dated(4);
    const later = () => toItemRow(world.item(1)).expected_later;
    const held = { kind: 'event', position: 812, type: 'FeeQuoted' } as const;
    world.after(expectDate('2026-12-14', '2026-12-22', held));
    expect(later()).toBe('answer');
    world.after(expectDate('2026-12-14', '2026-12-21'));
    expect(later()).toBe('answer');
    world.after(expectDate('2026-12-14', '2026-12-23'));
    expect(later()).toBe('time');
    world.after(expectDate('2026-12-12', '2026-12-19'));
    expect(later()).toBeNull();
    expect(toItemRow(world.item(1)).expected_first).toBe('2026-12-19');
  });

  it('stays in the figures as the deposit named it', () => {
    const world = dated(1).after(expectDate('2026-12-14', '2026-12-22'));
    const events = (world.logs.get('item-1') ?? []).filter(isItemEvent);
    expect(events.reduce(evolvePieceFacts, undefined)?.toldLatest).toBe('2026-12-19');
  });
});
