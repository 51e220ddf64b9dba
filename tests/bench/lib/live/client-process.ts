import { serveOrders } from './child.ts';
import { ClientScreen, Tally } from './client-screen.ts';
import type { Opened, Order, ScreenSpec } from './messages.ts';

// Some thousands of screens in a separate process, so that their cost is counted apart from the server's.
const tally = new Tally();
const screens: ClientScreen[] = [];
/** Opened one after the other in so many lanes; in a storm all come at once. */
const LANES = 24;

serveOrders(carryOut);

async function carryOut(order: Order): Promise<unknown> {
  switch (order.do) {
    case 'open':
      return openInLanes(order.screens);
    case 'begin':
      return tally.restart();
    case 'report': {
      const { frames, bytes, rows, rowBytes, resyncs, closes, arrivals, bareDelays } = tally;
      return { frames, bytes, rows, rowBytes, resyncs, closes, arrivals, bareDelays };
    }
    case 'storm':
      return storm();
    case 'held':
      return screens.filter(({ spec }) => spec.isChecked).map(({ held }) => held);
    default:
      return order satisfies never;
  }
}

async function openInLanes(specs: readonly ScreenSpec[]): Promise<Opened> {
  const waiting = specs.map((spec) => new ClientScreen(spec, tally));
  screens.push(...waiting);
  const opened = { took: [] as number[], failed: 0 };
  const lane = async (): Promise<void> => {
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) await timed(next, opened);
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return opened;
}

async function storm(): Promise<Opened> {
  const live = screens.filter(({ spec }) => spec.kind === 'live' && !spec.isSlow);
  for (const screen of live) screen.cut();
  const opened = { took: [] as number[], failed: 0 };
  await Promise.all(live.map((screen) => timed(screen, opened)));
  return opened;
}

async function timed(screen: ClientScreen, opened: { took: number[]; failed: number }): Promise<void> {
  const began = performance.now();
  opened.failed += await screen.openPatiently();
  opened.took.push(performance.now() - began);
}
