import { describe, expect, it } from 'vitest';
import { bottleneckOf, isDeviation, PATHS } from './process.ts';

it('counts everything but a step and a way back as outside the rules', () => {
  expect(PATHS.filter((path) => !isDeviation(path))).toEqual(['step', 'back']);
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
