import { expect, it } from 'vitest';
import { CounterBroadcast, type TopicCounters } from './counters.ts';
import { ManualTimers } from './testing-hub.ts';

/** A dashboard whose projection stands where the test puts it; waiting for more than that runs out of time. */
function openBroadcast() {
  const dashboard = { position: 0, isAway: false, readingMs: 0 };
  const timers = new ManualTimers();
  const sent: TopicCounters[] = [];
  const errors: unknown[] = [];
  const counters = new CounterBroadcast({
    source: {
      waitFor: (position) => Promise.resolve(dashboard.position >= position),
      read: () => {
        if (dashboard.isAway) return Promise.reject(new Error('the database is away'));
        timers.advance(dashboard.readingMs);
        return Promise.resolve({ position: dashboard.position });
      },
    },
    clock: { now: () => new Date(0) },
    timers,
    publish: (changed) => sent.push(...changed),
    onError: (error) => errors.push(error),
  });
  const pass = async (ms: number): Promise<void> => {
    for (let time = 0; time < ms; time += 250) {
      timers.advance(250);
      for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
    }
  };
  const positions = (): readonly number[] => sent.map((each) => each.counters.position);
  return { dashboard, counters, pass, positions, errors };
}

it('reads counters again until the projection has passed the change', async () => {
  const { dashboard, counters, pass, positions } = openBroadcast();
  counters.changed(['store:1'], 7);
  await pass(6_000);
  expect(positions().every((position) => position === 0)).toBe(true);
  dashboard.position = 7;
  await pass(3_000);
  expect(positions().at(-1)).toBe(7);
  const sent = positions().length;
  await pass(10_000);
  expect(positions()).toHaveLength(sent);
});

it('reads counters again after a reading that failed', async () => {
  const { dashboard, counters, pass, positions, errors } = openBroadcast();
  dashboard.position = 7;
  dashboard.isAway = true;
  counters.changed(['site:2'], 7);
  await pass(1_000);
  expect(errors.length).toBeGreaterThan(0);
  dashboard.isAway = false;
  await pass(3_000);
  expect(positions()).toEqual([7]);
});

it('waits longer and longer, and never more than two seconds', async () => {
  const { counters, pass, positions } = openBroadcast();
  counters.changed(['store:1'], 7);
  await pass(60_000);
  expect(positions().length).toBeGreaterThan(25);
  expect(positions().length).toBeLessThan(35);
});

it('leaves the database three times as long alone as it has read, and never longer than two seconds', async () => {
  const { dashboard, counters, pass, positions } = openBroadcast();
  const sendIn = async (ms: number): Promise<number> => {
    const before = positions().length;
    counters.changed(['store:1'], 7);
    await pass(ms);
    return positions().length - before;
  };
  dashboard.position = 7;
  dashboard.readingMs = 400;
  expect(await sendIn(250)).toBe(1);
  expect(await sendIn(750)).toBe(0);
  expect(await sendIn(500)).toBe(1);
  dashboard.readingMs = 30_000;
  await pass(3_000);
  expect(await sendIn(250)).toBe(1);
  expect(await sendIn(2_500)).toBe(1);
});
