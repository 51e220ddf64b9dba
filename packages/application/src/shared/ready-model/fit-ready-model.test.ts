import { DAY_MS, toInstant } from '@atelier/domain/kernel.ts';
import { expectedDays, expectReady } from '@atelier/domain/shared/ready-date/ready-model.ts';
import { weekdayOf } from '@atelier/domain/shared/ready-date/piece-moment.ts';
import { describe, expect, it } from 'vitest';
import { fitReadyModel, type PieceSample } from './fit-ready-model.ts';
import { horizonOf } from './horizon.ts';
import { FIRST_DAY, PLAIN, syntheticSamples } from './testing-samples.ts';

const instantOf = (day: number) => toInstant(day * DAY_MS);
const past = syntheticSamples(3_000);
const day = FIRST_DAY + 200;
const at = instantOf(day);
/** As it was known then: what became ready later is open. */
const known = (samples: readonly PieceSample[]) =>
  samples
    .filter(({ wall }) => wall <= day)
    .map((sample) => ({ ...sample, readyDay: (sample.readyDay ?? day) <= day - 1 ? sample.readyDay : null }));
const model = await fitReadyModel(known(past), at);
if (model === null) throw new Error('too few samples');
const found = model;
const share = (of: readonly boolean[]) => of.filter(Boolean).length / of.length;

describe('the model of ready dates (product/promise.md §2)', () => {
  it('covers later pieces as it says, in every factory', () => {
    for (const factory of [30, 31]) {
      const later = past.filter(({ wall, effects }) => wall > day && effects.includes(`factory ${factory}`));
      const dates = later.map((sample) => {
        const now = { entered: sample.wall, now: sample.wall };
        const reasonIds = [sample.effects.includes('reason 7') ? 7 : 8];
        const piece = { ...PLAIN, factory, site: factory, reasonIds, ...now };
        return { sample, expected: expectedDays(found, piece) };
      });
      const held = (of: 'likely' | 'latest') =>
        share(dates.map(({ sample, expected }) => (sample.readyDay ?? 0) <= (expected?.[of] ?? 0)));
      expect(held('latest')).toBeGreaterThan(0.8);
      expect(held('latest')).toBeLessThan(0.92);
      expect(held('likely')).toBeGreaterThan(0.4);
      expect(held('likely')).toBeLessThan(0.65);
    }
  });

  it('says how often it held where it was calibrated', () => {
    expect(found.held.dates).toBeGreaterThan(100);
    expect(found.held.latest).toBeGreaterThan(0.8);
    expect(found.held.latest).toBeLessThan(0.9);
  });

  it('tells the slow factory from the quick one, and the reason that takes longer', () => {
    const latest = (piece: object) =>
      expectedDays(found, { ...PLAIN, now: day, entered: day, ...piece })?.latest ?? 0;
    expect(latest({ factory: 31, site: 31 })).toBeGreaterThan(latest({}) + 3);
    expect(latest({ reasonIds: [7] })).toBeGreaterThan(latest({}));
  });

  it('is the same, byte for byte, for the same history in any order', async () => {
    const again = await fitReadyModel(known(past).toReversed(), at);
    expect(JSON.stringify(again)).toBe(JSON.stringify(found));
  });

  it('learns nothing from what happened later', async () => {
    const changed = past.map((sample) =>
      sample.wall > day || (sample.readyDay ?? 0) > day - 1
        ? { ...sample, effects: sample.wall > day ? ['factory 99'] : sample.effects, readyDay: 90_000 }
        : sample,
    );
    expect(await fitReadyModel(known(changed), at)).toEqual(found);
  });

  it('is not shortened by pieces that are still open', async () => {
    const cut = known(past).filter(({ wall }) => wall > day - 30);
    const short = await fitReadyModel(cut, at);
    const latest = (of: typeof found) =>
      expectedDays(of, { ...PLAIN, factory: 31, site: 31, now: day, entered: day })?.latest ?? 0;
    if (short === null) throw new Error('too few samples');
    expect(Math.abs(latest(short) - latest(found))).toBeLessThanOrEqual(2);
  });

  it('names no day on which pieces never become ready', () => {
    expect(found.weekdays['FR']).toEqual([1, 2, 3, 4, 5, 6]);
    for (let now = day; now < day + 14; now += 1) {
      const expected = expectedDays(found, { ...PLAIN, now, entered: now });
      expect([weekdayOf(expected?.likely ?? 0), weekdayOf(expected?.latest ?? 0)]).not.toContain(0);
    }
  });

  it('gives a piece that outlasted its date a later one, never one before today', () => {
    const piece = { ...PLAIN, entered: day, now: day + 15 };
    const expected = expectReady(found, piece);
    expect(Date.parse(expected?.latest ?? '')).toBeGreaterThanOrEqual((day + 15) * DAY_MS);
    expect((expected?.likely ?? '') <= (expected?.latest ?? '')).toBe(true);
  });

  it('has no date for a piece that is ready or over, and no model of too few pieces', async () => {
    for (const status of [15, 16, 20, 21] as const)
      expect(expectReady(found, { ...PLAIN, status })).toBeNull();
    expect(await fitReadyModel(past.slice(0, 60), at)).toBeNull();
    expect(await fitReadyModel([], at)).toBeNull();
  });
});

describe('how old a moment has to be to be learnt from', () => {
  it('counts open pieces as far as they have come', () => {
    const ended = Array.from({ length: 100 }, (_, index) => ({ days: index / 10, isOpen: false }));
    expect(horizonOf(ended)).toBeCloseTo(9.5, 0);
    expect(horizonOf([...ended, { days: 30, isOpen: true }])).toBeLessThanOrEqual(30);
    const half = ended.map((each, index) => (index % 2 === 0 ? { ...each, isOpen: true } : each));
    expect(horizonOf(half)).toBeGreaterThanOrEqual(9.5);
  });
});
