import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Paper } from '@atelier/domain/documents/paper.ts';
import { afterAll, expect, it } from 'vitest';
import { Printer } from './printer.ts';
import { PAPERS } from './testing-papers.ts';

const printer = new Printer();
afterAll(() => printer.close());

const order = (paper: Paper) => ({ paper, language: 'ja', format: 'pdf', page: 1 }) as const;
const roll = (count: number): Paper => {
  const [label] = PAPERS['item-labels'].labels;
  const labels = Array.from({ length: count }, (_, at) => ({ ...label, number: `PAR-${100_000 + at}` }));
  return { ...PAPERS['item-labels'], labels };
};

/** The longest stop of this thread's event loop while two hundred labels are drawn, as a part of that time. */
async function longestStop(): Promise<number> {
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const began = performance.now();
  const { pages } = await printer.draw(order(roll(200)));
  const took = performance.now() - began;
  delay.disable();
  expect(pages).toBe(200);
  return delay.max / 1e6 / took;
}

it('two hundred labels leave the event loop to everybody else', async () => {
  await printer.draw(order(roll(1)));
  // A machine busy with other things stops any thread now and then; drawn on this one, every time would be a whole one.
  const stops = [await longestStop(), await longestStop(), await longestStop()];
  expect(Math.min(...stops)).toBeLessThan(0.5);
});

it('orders that wait are answered each with its own paper', async () => {
  const drawn = await Promise.all([1, 2, 3].map((count) => printer.draw(order(roll(count)))));
  expect(drawn.map(({ pages }) => pages)).toEqual([1, 2, 3]);
});

it('refuses more than it can hold, and goes on afterwards', async () => {
  const all = await Promise.allSettled(Array.from({ length: 40 }, () => printer.draw(order(roll(1)))));
  const refused = all.filter(({ status }) => status === 'rejected');
  expect(refused).toHaveLength(16);
  expect(refused.map((one) => one.status === 'rejected' && one.reason.code)).toContain('printer_busy');
  expect((await printer.draw(order(roll(1)))).pages).toBe(1);
});

it('a paper that cannot be drawn fails alone', async () => {
  const bad = { ...PAPERS['packing-list'], timeZone: 'Nowhere/Never' };
  const [failed, drawn] = await Promise.allSettled([printer.draw(order(bad)), printer.draw(order(roll(1)))]);
  expect([failed.status, drawn.status]).toEqual(['rejected', 'fulfilled']);
});

it('begins again after it was closed', async () => {
  const [waiting] = await Promise.allSettled([printer.draw(order(roll(50))), printer.close()]);
  expect(waiting.status).toBe('rejected');
  expect((await printer.draw(order(roll(1)))).pages).toBe(1);
});
