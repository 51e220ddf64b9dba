import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Outages } from './outages.ts';

const AWAY = 'dependency away, its return is logged too';
const BACK = 'dependency back, what waited for it goes on';

let outages: Outages;
afterEach(() => outages.stop());

/** A thing that may be cut, watched; and what is logged. */
function open(name = 'Redis a:1') {
  const lines: string[] = [];
  const state = { isUp: true, returns: 0, probes: 0 };
  const log = { warn: (_facts: object, line: string) => void lines.push(line) };
  outages = new Outages(log as never);
  outages.watch({
    name,
    meanwhile: 'jobs wait',
    probe: async () => {
      state.probes += 1;
      if (!state.isUp) throw new Error('connect ECONNREFUSED');
    },
    onReturn: async () => void (state.returns += 1),
  });
  return { lines, state };
}

const within = { timeout: 10_000, interval: 20 };

describe('an outage', () => {
  it('is logged once and its end once, whatever fails meanwhile and however often', async () => {
    const { lines, state } = open();
    state.isUp = false;
    const written = vi.fn<() => void>();
    for (let second = 0; second < 20; second += 1) {
      outages.suspect(written);
      await sleep(50);
    }
    expect(lines).toEqual([AWAY]);
    state.isUp = true;
    await expect.poll(() => lines, within).toEqual([AWAY, BACK]);
    expect(state.returns).toBe(1);
    expect(written).not.toHaveBeenCalled();
    expect(state.probes).toBeLessThan(10);
  });

  it('is none where what is watched can be used: the line is written', async () => {
    const { lines } = open();
    const written = vi.fn<() => void>();
    outages.suspect(written);
    await expect.poll(() => written.mock.calls.length, within).toBe(1);
    expect(lines).toEqual([]);
  });

  it('that begins while a check of what was there still runs leaves no other line', async () => {
    const { lines, state } = open();
    const answered = Promise.withResolvers<void>();
    outages.watch({ name: 'PostgreSQL b:2', meanwhile: 'calls wait', probe: () => answered.promise });
    const written = vi.fn<() => void>();
    void outages.check();
    await expect.poll(() => state.probes, within).toBe(1);
    state.isUp = false;
    outages.suspect(written);
    answered.resolve();
    await expect.poll(() => lines, within).toEqual([AWAY]);
    expect(written).not.toHaveBeenCalled();
  });

  it('is seen at the start', async () => {
    const { lines, state } = open();
    state.isUp = false;
    void outages.check();
    await expect.poll(() => lines, within).toEqual([AWAY]);
  });

  it('ends when all that bear its name are back', async () => {
    const { lines, state } = open();
    const other = { isUp: false };
    outages.watch({
      name: 'Redis a:1',
      meanwhile: 'jobs wait',
      probe: async () => {
        if (!other.isUp) throw new Error('gone');
      },
    });
    state.isUp = false;
    void outages.check();
    await expect.poll(() => lines, within).toEqual([AWAY]);
    state.isUp = true;
    await sleep(1_500);
    expect(lines).toEqual([AWAY]);
    other.isUp = true;
    await expect.poll(() => lines, within).toEqual([AWAY, BACK]);
  });

  it('of something that only its use shows begins and ends with a use', () => {
    const { lines } = open();
    const nav = outages.use({ name: 'NAV', meanwhile: 'documents wait' });
    nav.worked();
    for (let attempt = 0; attempt < 5; attempt += 1) nav.failed(new Error('fetch failed'));
    expect(lines).toEqual([AWAY]);
    nav.worked();
    nav.worked();
    expect(lines).toEqual([AWAY, BACK]);
  });
});
