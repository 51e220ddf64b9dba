import { DAY_MS, toInstant, toMs } from '@atelier/domain/kernel.ts';
import { expectReady } from '@atelier/domain/shared/ready-date/ready-model.ts';
import { expect, it } from 'vitest';
import { generateReference } from '../../../demo/reference/generate.ts';
import { livesOf, toldBy, type Life, type Told } from './promise-lives.ts';
import { modelAt, replay } from './promise-replay.ts';

const NOW = new Date('2026-11-20T10:00:00.000Z');
const SEED = 5;
const at = NOW.getTime() - 150 * DAY_MS;
const reference = generateReference(NOW, SEED);
const told = toldBy(reference, SEED, NOW, 1_500);

/** Everything after the moment happens three months later, and no piece becomes ready. */
const otherwise = ({ origin, states }: Told): Told => {
  const later = (ms: number) => ms + 90 * DAY_MS;
  return {
    origin,
    states: states.map((state) =>
      state.at <= at
        ? state
        : {
            at: later(state.at),
            facts: { ...state.facts, readyAt: null, reasonIds: [99] },
            stay: { ...state.stay, enteredAt: toInstant(later(toMs(state.stay.enteredAt))) },
          },
    ),
  };
};

const datesAt = async (lives: readonly Life[]) => {
  const model = await modelAt(lives, at);
  if (model === null) throw new Error('too little was known');
  const open = lives.flatMap(({ moments }) => moments.findLast((moment) => moment.at <= at) ?? []);
  return { model, dates: open.map(({ piece }) => expectReady(model, piece)) };
};

it('a replay learns nothing from the future: another one gives the same model and dates, byte for byte', async () => {
  const [real, other] = await Promise.all(
    [told, told.map(otherwise)].map((each) => datesAt(livesOf(each, reference, NOW.getTime()))),
  );
  expect(real?.dates.length).toBeGreaterThan(900);
  expect(JSON.stringify(other)).toBe(JSON.stringify(real));
});

it('dates of the replay hold about as often as they say, and beat the average of the month before', async () => {
  const lives = livesOf(told, reference, NOW.getTime());
  const until = NOW.getTime() - 84 * DAY_MS;
  const dates = (await replay(lives, until - 70 * DAY_MS, until)).filter(({ readyDay }) => readyDay !== null);
  const share = (of: (date: (typeof dates)[number]) => boolean) => dates.filter(of).length / dates.length;
  const off = (of: (date: (typeof dates)[number]) => number) =>
    dates.reduce((sum, date) => sum + Math.abs(of(date) - (date.readyDay ?? 0)), 0) / dates.length;
  expect(share(({ readyDay, latest }) => (readyDay ?? 0) <= latest)).toBeGreaterThan(0.8);
  expect(share(({ readyDay, latest }) => (readyDay ?? 0) <= latest)).toBeLessThan(0.9);
  expect(share(({ readyDay, likely }) => (readyDay ?? 0) <= likely)).toBeGreaterThan(0.42);
  expect(share(({ readyDay, likely }) => (readyDay ?? 0) <= likely)).toBeLessThan(0.58);
  expect(off(({ likely }) => likely)).toBeLessThan(off(({ average }) => average) * 0.8);
});
