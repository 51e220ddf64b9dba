import { describe, expect, it } from 'vitest';
import { at, FACTORY, FACTORY_2, given, type World } from '../../processes/testing.ts';
import { worldAt } from '../../processes/testing-stages.ts';
import { Status } from '../../shared/status.ts';
import type { PartLine } from './part-events.ts';

const stones: PartLine = { kind: 'stone', code: 'D-1.20-VS', pieces: 2, weightMg: null };
const gold: PartLine = { kind: 'metal', code: '18K', pieces: null, weightMg: 350 };

const record =
  (lines: readonly PartLine[], corrects: number | null = null, site = FACTORY) =>
  (world: World) =>
    world.on(1, { type: 'RecordParts', lines, corrects }, at(site));
const setting = () => worldAt(Status.AssemblySettingStone);

function used(): World {
  const world = setting();
  world.run(record([stones])(world));
  return world;
}

describe('stones and parts used at a bench (product/repair.md §9.2)', () => {
  it('are recorded with the stage, each record under its own number', () => {
    const world = used();
    world.run(record([gold])(world));
    expect(world.item(1).work.parts).toMatchObject([
      { record: 1, status: Status.AssemblySettingStone, lines: [stones], isCorrected: false },
      { record: 2, lines: [gold], corrects: null },
    ]);
  });

  it('are corrected by a later record, and the first one stays', () => {
    const world = used();
    world.run(record([{ ...stones, pieces: 3 }], 1)(world));
    expect(world.item(1).work.parts).toMatchObject([
      { record: 1, lines: [{ pieces: 2 }], isCorrected: true },
      { record: 2, corrects: 1, lines: [{ pieces: 3 }], isCorrected: false },
    ]);
  });

  it('are withdrawn by a correction without lines', () => {
    const world = used();
    world.run(record([], 1)(world));
    expect(world.item(1).work.parts.map(({ isCorrected, lines }) => [isCorrected, lines.length])).toEqual([
      [true, 1],
      [false, 0],
    ]);
  });

  it('are not corrected twice, and need something to record', () => {
    const world = used();
    world.run(record([gold], 1)(world));
    given(world)
      .when(record([stones], 1))
      .thenRejected('parts_not_standing');
    given(setting())
      .when(record([stones], 1))
      .thenRejected('parts_not_standing');
    given(setting()).when(record([])).thenRejected('parts_empty');
  });

  it('are recorded only where the piece lies, while the factory has it', () => {
    given(setting())
      .when(record([stones], null, FACTORY_2))
      .thenRejected('custody_elsewhere');
    given(worldAt(Status.ShopReceived))
      .when(record([stones]))
      .thenRejected('illegal_transition');
  });
});
