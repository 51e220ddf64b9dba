import { describe, expect, it } from 'vitest';
import { bottleneckOf, isDeviation, PATHS, pathOf, STEPS } from './process.ts';

describe('a move against the state table', () => {
  it.each([
    [1, 2, 'forward', 'step'],
    [19, 17, 'forward', 'step'],
    [10, 9, 'lateral', 'step'],
    [1, 20, 'cancel', 'step'],
    [16, 21, 'closing', 'step'],
    [15, 21, 'store-reject', 'step'],
    [12, 4, 'rework', 'back'],
    [7, 17, 'recall', 'back'],
    [1, 3, 'override', 'override'],
    [15, 16, 'administrative', 'administrative'],
    [16, 15, 'undo-administrative', 'undone'],
    [5, 4, 'undo', 'undone'],
    [14, 21, 'settlement', 'settlement'],
    [4, 12, 'forward', 'unlisted'],
    [15, 21, 'closing', 'unlisted'],
  ] as const)('%i → %i by %s is %s', (from, to, move, path) => {
    expect(pathOf(from, to, move)).toBe(path);
  });

  it('leaves the rules by everything but a step and a way back', () => {
    expect(PATHS.filter((path) => !isDeviation(path))).toEqual(['step', 'back']);
  });

  it('knows the pairs of the table once each', () => {
    const keys = STEPS.map(({ from, to }) => `${from}-${to}`);
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys).toContain('9-12');
    expect(keys).not.toContain('4-12');
    expect(keys).not.toContain('1-3');
  });
});

describe('the bottleneck', () => {
  it('is where pieces spent the most time before their shop received them', () => {
    const nodes = [
      { status: 15, seconds: 9_000 },
      { status: 16, seconds: 90_000 },
      { status: 20, seconds: 90_000 },
      { status: 7, seconds: 500 },
      { status: 4, seconds: 400 },
    ] as const;
    expect(bottleneckOf(nodes)).toBe(7);
  });

  it('is the earlier of two that are equal, and none where no piece stood', () => {
    const equal = [
      { status: 7, seconds: 500 },
      { status: 4, seconds: 500 },
    ] as const;
    expect(bottleneckOf(equal)).toBe(4);
    expect(bottleneckOf([{ status: 4, seconds: 0 }])).toBeNull();
  });
});
