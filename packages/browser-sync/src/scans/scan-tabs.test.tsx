import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  scanOf,
  soon,
  Browser,
  isOdd,
  settle,
  keysOf,
  type Tab,
  type Fault,
  type Pause,
} from './testing-scan-tabs.ts';

type Step =
  | { readonly kind: 'scan' | 'reload' | 'dismiss'; readonly tab: number }
  | { readonly kind: 'fault'; readonly fault: Fault }
  | { readonly kind: 'disk'; readonly isFull: boolean }
  | { readonly kind: 'rest' };

const anyTab = fc.nat({ max: 1 });
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('scan' as const), tab: anyTab }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('fault' as const),
      fault: fc.constantFrom<Fault>('lost before', 'lost after'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('disk' as const), isFull: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('reload' as const), tab: anyTab }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('dismiss' as const), tab: anyTab }) },
  { weight: 3, arbitrary: fc.constant({ kind: 'rest' as const }) },
);

/** Pauses of a seeded number of turns of the event loop. */
function seededPause(seed: number): Pause {
  let state = seed >>> 0;
  return async () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    for (let turns = (state >>> 16) % 4; turns > 0; turns -= 1) await soon();
  };
}

interface Made {
  readonly key: string;
  readonly tab: Tab;
  /** Scans that were safe before this one was made: they go first. */
  readonly after: readonly string[];
}

interface Acted {
  readonly made: Made[];
  /** Made while the disk was full, and their tab died: they alone may be lost. */
  readonly excused: Set<string>;
  /** Conflicts that a person has looked at. */
  readonly seen: Set<string>;
}

async function act(browser: Browser, steps: readonly Step[]): Promise<Acted> {
  const acted: Acted = { made: [], excused: new Set(), seen: new Set() };
  for (const step of steps) {
    if (step.kind === 'fault') browser.faults.push(step.fault);
    if (step.kind === 'disk') browser.isDiskFull = step.isFull;
    if (step.kind === 'rest') for (let turn = 0; turn < 4; turn += 1) await soon();
    const tab = 'tab' in step ? browser.tabs[step.tab] : undefined;
    if (tab === undefined) continue;
    if (step.kind === 'scan') scanIn(tab, browser, acted);
    if (step.kind === 'reload') reload(tab, browser, acted);
    if (step.kind === 'dismiss') dismissIn(tab, acted);
  }
  browser.isDiskFull = false;
  return acted;
}

const isSafe = ({ disk, effects }: Browser, key: string): boolean => disk.has(key) || effects.includes(key);

function scanIn(tab: Tab, browser: Browser, { made }: Acted): void {
  const scan = scanOf(made.length);
  const earlier = made.filter((one) => isSafe(browser, one.key) || one.tab === tab);
  made.push({ key: scan.key, tab, after: earlier.map(({ key }) => key) });
  void tab.queue.add(scan);
}

function reload(tab: Tab, browser: Browser, { made, excused }: Acted): void {
  for (const { key } of made) if (!isSafe(browser, key)) excused.add(key);
  tab.crash();
  browser.open();
}

function dismissIn(tab: Tab, { seen }: Acted): void {
  const [conflict] = tab.queue.snapshot().conflicts;
  if (conflict === undefined) return;
  seen.add(conflict.key);
  void tab.queue.dismiss(conflict.key);
}

/** Pairs that were sent in another order than they were made. */
function disorderOf(made: readonly Made[], effects: readonly string[]): string[] {
  const at = (key: string): number => effects.indexOf(key);
  return made.flatMap(({ key, after }) =>
    after
      .filter((earlier) => at(earlier) > at(key) && at(key) >= 0)
      .map((earlier) => `${key} before ${earlier}`),
  );
}

const wasShown = ({ key, tab }: Made): boolean =>
  tab.settled.some(({ scan, result }) => scan.key === key && result.kind === 'answer');

describe('two tabs with one queue', () => {
  it('lose, double and disorder nothing whatever fails, and show the same', async () => {
    const runs = fc.asyncProperty(
      fc.integer(),
      fc.array(anyStep, { minLength: 1, maxLength: 25 }),
      async (seed, steps) => {
        const browser = new Browser(seededPause(seed));
        browser.open();
        browser.open();
        const { made, excused, seen } = await act(browser, steps);
        await settle(browser);
        const [one, other] = browser.tabs.map(({ queue }) => queue.snapshot());
        for (const tab of browser.tabs) tab.queue.close();
        const { effects, disk, repeats } = browser;
        const isSound = steps.every(({ kind }) => kind !== 'disk' && kind !== 'reload');
        const tray = keysOf(one?.conflicts ?? []);
        expect(made.filter(({ key }) => !effects.includes(key) && !excused.has(key))).toEqual([]);
        expect(disorderOf(made, effects)).toEqual([]);
        expect(keysOf(other?.conflicts ?? [])).toEqual(tray);
        expect([...disk.keys()].sort()).toEqual(tray);
        expect([one?.waiting, other?.waiting, one?.unsaved, other?.unsaved]).toEqual([[], [], 0, 0]);
        const surprises = made.filter(({ key }) => isOdd(key) && effects.includes(key));
        const isHeld = (scan: Made): boolean =>
          tray.includes(scan.key) || seen.has(scan.key) || wasShown(scan);
        expect(surprises.filter((scan) => !isHeld(scan))).toEqual([]);
        // A dead tab or a full disk may repeat a call, and show again what was seen: never more than that.
        expect(isSound ? [repeats, tray.filter((key) => seen.has(key))] : [[], []]).toEqual([[], []]);
      },
    );
    // A store that could not be read while a page opened, with scans of the page before in it.
    await fc.assert(runs, { seed: -1130731914, path: '67', numRuns: 1, endOnFailure: true });
    await fc.assert(runs, { numRuns: 100, endOnFailure: true });
  });
});
