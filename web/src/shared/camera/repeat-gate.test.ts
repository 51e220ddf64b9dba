import { describe, expect, it } from 'vitest';
import { type SeenCodes, openMemory, OUT_OF_SIGHT_MS, passGate, remember } from './repeat-gate.ts';

/** What counts as a scan when these pictures come, each with its time. */
function scansOf(pictures: readonly (readonly [number, ...string[]])[]): string[] {
  let seen: SeenCodes = new Map();
  return pictures.flatMap(([at, ...codes]) => {
    const step = passGate(seen, codes, at);
    seen = step.seen;
    return [...step.fresh];
  });
}

describe('a code before the camera', () => {
  it('counts once, however long it lies there', () => {
    const lying = Array.from({ length: 100 }, (_, index) => [index * 150, 'PAR-000123'] as const);
    expect(scansOf(lying)).toEqual(['PAR-000123']);
  });

  it('counts again once it was out of sight for the whole pause, and not a moment before', () => {
    expect(
      scansOf([
        [0, 'A1'],
        [OUT_OF_SIGHT_MS - 1, 'A1'],
      ]),
    ).toEqual(['A1']);
    expect(
      scansOf([
        [0, 'A1'],
        [OUT_OF_SIGHT_MS, 'A1'],
      ]),
    ).toEqual(['A1', 'A1']);
  });

  it('is not counted again for a picture in which it was not read', () => {
    expect(scansOf([[0, 'A1'], [150], [300, 'A1'], [450], [1_700, 'A1']])).toEqual(['A1']);
  });

  it('does not keep another one waiting', () => {
    expect(
      scansOf([
        [0, 'A1'],
        [150, 'B2'],
        [300, 'A1', 'B2'],
        [450, 'C3'],
      ]),
    ).toEqual(['A1', 'B2', 'C3']);
  });

  it('counts once where it stands on the label twice, as lines and as a square', () => {
    expect(scansOf([[0, 'A1', ' A1 ', '']])).toEqual(['A1']);
  });

  it('does not count again because the camera was started again, however long that took', () => {
    const memory = openMemory();
    expect(remember(memory, ['A1'], 0)).toEqual(['A1']);
    expect(remember(memory, ['A1'], 0)).toEqual([]);
    expect(remember(memory, [], OUT_OF_SIGHT_MS - 1)).toEqual([]);
    expect(remember(memory, [], 1)).toEqual([]);
    expect(remember(memory, ['A1'], 140)).toEqual(['A1']);
    expect(remember(openMemory(), ['A1'], 0)).toEqual(['A1']);
  });
});
