import { expect } from 'vitest';
import { Journal } from './journal.ts';
import { workOn, type LoadReport } from './load.ts';
import { logFaults } from './log-checks.ts';
import type { OpenScreen } from './open-screen.ts';
import { rowsOf, type Site } from './site.ts';
import { until } from './until.ts';

export interface Ordeal<T> {
  readonly name: string;
  readonly url: () => string;
  readonly token: string;
  readonly pieces: readonly number[];
  /** What is done to the system meanwhile. */
  readonly happens: () => Promise<T>;
}

export interface Survived<T> extends LoadReport {
  readonly journal: Journal;
  readonly happened: T;
}

/** Six people work on while something happens to the system; ends when it has happened and they have their answers. */
export async function workThrough<T>({ name, url, token, pieces, happens }: Ordeal<T>): Promise<Survived<T>> {
  const journal = new Journal(name);
  const stop = new AbortController();
  const working = workOn({ url, token, journal, pieces, signal: stop.signal });
  const happened = await happens().finally(() => stop.abort());
  return { ...(await working), journal, happened };
}

/** Every acknowledged command is in the log once, the log is whole, and the pieces stand where the last answer said. */
export async function expectNothingLost(
  { pool }: Pick<Site, 'pool'>,
  { journal, standing }: Pick<Survived<unknown>, 'journal' | 'standing'>,
): Promise<void> {
  expect(await journal.differences(pool)).toEqual([]);
  expect(await logFaults(pool)).toEqual([]);
  const rows = await rowsOf({ pool });
  expect(new Map([...standing.keys()].map((id) => [id, rows.get(id)?.status]))).toEqual(new Map(standing));
}

/** Each screen shows these pieces as they are, has read everything once only, and never went back in time. */
export async function expectCaughtUp(
  site: Pick<Site, 'pool'>,
  screens: readonly OpenScreen[],
  pieces: readonly number[],
): Promise<void> {
  const rows = await rowsOf(site);
  for (const { topic, shown, resyncs, backwards } of screens) {
    const isCurrent = (id: number): boolean => shown.get(id)?.version === rows.get(id)?.version;
    await until(`${topic} to show what is`, () => pieces.every(isCurrent));
    // Once: at the first subscription.
    expect({ topic, resyncs: resyncs(), backwards: backwards() }).toEqual({
      topic,
      resyncs: 1,
      backwards: 0,
    });
  }
}

export function untilLive(screens: readonly OpenScreen[]): Promise<true> {
  return until(
    'the screens to be live',
    () => screens.every((screen) => screen.state() === 'live') || undefined,
  );
}
