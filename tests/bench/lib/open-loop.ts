import { setTimeout as sleep } from 'node:timers/promises';
import { sampleOf, type Sample } from './stats.ts';

/** What is written and where it shows: an event store with one separate asynchronous projection. */
export interface Projected {
  readonly name: string;
  /** Appends the next event of an item; answers its place in the log. */
  readonly append: (item: number, version: number) => Promise<number>;
  /** Up to which place the projection's rows are visible to other sessions. */
  readonly shownUpTo: () => Promise<number>;
  readonly close: () => Promise<void>;
}

export interface OpenLoopResult extends Sample {
  /** Appends that were acknowledged and never shown within the patience. */
  readonly unseen: number;
  /** The longest delay, ms. */
  readonly most: number;
}

const lookEveryMs = 2;
const patienceMs = 20_000;
const eventsPerItem = 10;
let nextItem = 5_000_000;

/**
 * Open loop: events come at their time whether or not the last ones are through. Measured from the moment the append
 * is acknowledged until the projection's rows are committed, looked at every 2 ms. Lasts so many seconds, or until `length` says so.
 */
export async function commitToVisible(
  target: Projected,
  perSecond: number,
  length: number | (() => boolean),
): Promise<OpenLoopResult> {
  const isOver = typeof length === 'number' ? (count: number) => count >= perSecond * length : length;
  const pending: { readonly place: number; readonly since: number }[] = [];
  const delays: number[] = [];
  const writing = new AbortController();
  const watching = watch(target, pending, delays, writing.signal);
  const free: { item: number; version: number }[] = [];
  const open = new Set<Promise<void>>();
  const started = performance.now();
  for (let count = 0; !isOver(count); count += 1) {
    const due = started + (count * 1_000) / perSecond;
    const wait = due - performance.now();
    if (wait > 1) await sleep(wait);
    const lane = free.pop() ?? { item: (nextItem += 1), version: 0 };
    const one = target.append(lane.item, lane.version).then((place) => {
      pending.push({ place, since: performance.now() });
      lane.version += 1;
      if (lane.version < eventsPerItem) free.push(lane);
    });
    open.add(one);
    void one.finally(() => open.delete(one));
  }
  await Promise.all(open);
  const took = (performance.now() - started) / 1_000;
  writing.abort();
  await watching;
  return { ...sampleOf(delays, took, 0), unseen: pending.length, most: Math.max(0, ...delays) };
}

async function watch(
  target: Projected,
  pending: { readonly place: number; readonly since: number }[],
  delays: number[],
  written: AbortSignal,
): Promise<void> {
  let lastNews = performance.now();
  while (!written.aborted || (pending.length > 0 && performance.now() - lastNews < patienceMs)) {
    const shown = await target.shownUpTo();
    const now = performance.now();
    const waiting = pending.filter(({ place }) => place > shown);
    for (const { place, since } of pending) if (place <= shown) delays.push(now - since);
    if (waiting.length < pending.length) lastNews = now;
    pending.splice(0, pending.length, ...waiting);
    await sleep(lookEveryMs);
  }
}
