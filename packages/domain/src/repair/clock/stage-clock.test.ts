import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, SYSTEM, toInstant } from '../../kernel.ts';
import { at, FACTORY, given, type World } from '../../processes/testing.ts';
import { worldAt } from '../../processes/testing-stages.ts';
import { clockMs } from './pauses.ts';
import { toItemRow } from '../row.ts';

const hold = (world: World, kind: 'client' | 'tool' | 'part' | 'dispute') =>
  world.run(world.on(1, { type: 'PlaceHold', hold: kind, reason: 'asked' }, at(FACTORY)));
const release = (world: World, kind: 'client' | 'tool' | 'part') =>
  world.run(world.on(1, { type: 'ReleaseHold', hold: kind, reason: 'came' }, at(FACTORY)));
const rowOf = (world: World) => toItemRow(world.item(1));
const hours = (world: World): number => {
  const { stage_clock_from: from, stage_paused_since: pausedSince } = rowOf(world);
  if (from === null) throw new Error('no clock');
  return clockMs({ from, pausedSince }, toInstant(world.now)) / HOUR_MS;
};
const pass = (world: World) => world.on(1, { type: 'PassStageTarget', usualHours: 8 }, SYSTEM);

describe('the clock of a stage (product/dashboard.md §3)', () => {
  it('stands while the client is asked, and says for whom the piece waits', () => {
    const world = worldAt(4).wait(2 * HOUR_MS);
    hold(world, 'client').wait(DAY_MS);
    expect([hours(world), rowOf(world).stage_waits_for]).toEqual([2, 'client']);
    release(world, 'client').wait(3 * HOUR_MS);
    expect([hours(world), rowOf(world).stage_waits_for]).toEqual([5, null]);
  });

  it('runs on under a hold that the bench itself or another office ends', () => {
    const world = worldAt(4);
    hold(world, 'tool');
    hold(world, 'dispute').wait(6 * HOUR_MS);
    expect([hours(world), rowOf(world).stage_paused_since]).toEqual([6, null]);
  });

  it('stands until the last of several causes ends, and shows the first in order', () => {
    const world = hold(worldAt(4).wait(HOUR_MS), 'part').wait(HOUR_MS);
    hold(world, 'client').wait(HOUR_MS);
    expect(rowOf(world).stage_waits_for).toBe('client');
    release(world, 'client').wait(HOUR_MS);
    expect([hours(world), rowOf(world).stage_waits_for]).toEqual([1, 'part']);
    release(world, 'part').wait(HOUR_MS);
    expect(hours(world)).toBe(2);
  });

  it('begins again with a stage, and an undo gives the time and the pauses back that the stage had', () => {
    const world = hold(worldAt(4).wait(HOUR_MS), 'part').wait(4 * HOUR_MS);
    release(world, 'part').wait(HOUR_MS);
    world.run(world.move(1, 6, at(FACTORY))).wait(5 * 60_000);
    expect(hours(world)).toBeCloseTo(5 / 60);
    world.run(world.on(1, { type: 'UndoMove', reason: 'too soon' }, at(FACTORY)));
    expect(hours(world)).toBeCloseTo(2 + 5 / 60);
  });

  it('is of the factory alone', () => {
    for (const status of [1, 2, 14, 15, 16] as const)
      expect(rowOf(worldAt(status))).toMatchObject({ stage_clock_from: null, stage_paused_since: null });
  });
});

describe('a target that is passed', () => {
  it('is noted once in a stay, with the time that counts', () => {
    const world = hold(worldAt(4), 'client').wait(DAY_MS);
    release(world, 'client').wait(9 * HOUR_MS);
    world.run(pass(world));
    expect(world.logs.get('item-1')?.at(-1)).toMatchObject({
      type: 'StageTargetPassed',
      data: { status: 4, siteId: FACTORY, targetHours: 8, clockSeconds: 9 * 3600 },
    });
    expect(rowOf(world).stage_target_passed).toBe(true);
    given(world).when(pass).thenNothing();
    hold(world, 'client').wait(DAY_MS);
    release(world, 'client').wait(9 * HOUR_MS);
    given(world).when(pass).thenNothing();
  });

  it('is noted again in a new stay, and not while time is left or the clock stands', () => {
    const world = worldAt(4).wait(7 * HOUR_MS);
    given(world).when(pass).thenNothing();
    hold(world, 'client').wait(DAY_MS);
    given(world).when(pass).thenNothing();
    release(world, 'client').wait(2 * HOUR_MS);
    world.run(pass(world));
    world.run(world.move(1, 6, at(FACTORY)));
    expect(rowOf(world).stage_target_passed).toBe(false);
    world.wait(9 * HOUR_MS).run(pass(world));
    expect(rowOf(world).stage_target_passed).toBe(true);
  });

  it('is of the factory alone', () => {
    given(worldAt(1)).when(pass).thenRejected('illegal_transition');
  });
});
