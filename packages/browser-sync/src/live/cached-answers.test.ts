import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CachedAnswers } from './cached-answers.ts';
import type { LiveChange } from './keyed-store.ts';

interface List {
  rows: Record<number, number>;
}

const queryKey = ['list'];
const topic = 'store:1';
const tick = (ms = 0) => vi.advanceTimersByTimeAsync(ms);

const change = (version: number): LiveChange => ({
  topic,
  position: version,
  rows: [{ kind: 'item', id: 1, version }],
  removed: [],
  counters: undefined,
});

function takeIn(cached: unknown, { rows }: LiveChange): List {
  const list = { ...(cached as List).rows };
  for (const { id, version } of rows) list[id] = Math.max(list[id] ?? 0, version);
  return { rows: list };
}

/** A list that is shown; each reading is answered by hand. */
function setUp() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 30_000 } } });
  const answers = new CachedAnswers(client, () => true);
  const readings: { answer: (version: number) => void; fail: () => void }[] = [];
  const observer = new QueryObserver<List>(client, {
    queryKey,
    queryFn: () =>
      new Promise((resolve, reject) => {
        readings.push({
          answer: (version) => resolve({ rows: { 1: version } }),
          fail: () => reject(new Error('away')),
        });
      }),
  });
  const leave = observer.subscribe(() => undefined);
  const shown = () => client.getQueryData<List>(queryKey)?.rows[1];
  return { client, answers, readings, shown, leave, observer };
}

describe('an answer that was read', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it.each([
    ['its first reading', async () => undefined],
    [
      'a later reading',
      async ({ readings, client }: ReturnType<typeof setUp>) => {
        readings[0]?.answer(1);
        await tick();
        void client.refetchQueries({ queryKey });
      },
    ],
  ])('does not hide a change that came during %s', async (_what, before) => {
    const all = setUp();
    await before(all);
    const { answers, readings, shown } = all;
    answers.bind({ queryKey, topics: [topic], patch: takeIn });
    answers.takeIn([change(7)]);
    readings.at(-1)?.answer(6);
    await tick();
    expect(shown()).toBe(7);
  });

  it('takes the change in also when its panel was bound again meanwhile', async () => {
    const { answers, readings, shown } = setUp();
    const unbind = answers.bind({ queryKey, topics: [topic], patch: takeIn });
    answers.takeIn([change(7)]);
    unbind();
    answers.bind({ queryKey, topics: [topic], patch: takeIn });
    readings[0]?.answer(6);
    await tick();
    expect(shown()).toBe(7);
  });

  it('is read again when its first reading was under way at a resync', async () => {
    const { answers, readings, shown } = setUp();
    answers.bind({ queryKey, topics: [topic], patch: takeIn });
    answers.readAgain([topic]);
    readings[0]?.answer(1);
    await tick();
    expect(readings).toHaveLength(2);
    readings[1]?.answer(2);
    await tick();
    expect([shown(), readings.length]).toEqual([2, 2]);
  });

  it('without a patch is read again when a change came during its first reading', async () => {
    const { answers, readings } = setUp();
    answers.bind({ queryKey, topics: [topic] });
    answers.takeIn([change(7)]);
    await tick(500);
    readings[0]?.answer(1);
    await tick();
    expect(readings).toHaveLength(2);
  });

  it('is read again when a change came before its panel was bound again', async () => {
    const { answers, readings } = setUp();
    readings[0]?.answer(1);
    await tick();
    const unbind = answers.bind({ queryKey, topics: [topic] });
    answers.takeIn([change(7)]);
    unbind();
    answers.bind({ queryKey, topics: [topic] });
    await tick(500);
    expect(readings).toHaveLength(2);
  });

  it('is read again at its return to the screen when it was left before a change was read', async () => {
    const { answers, client, readings, leave, observer } = setUp();
    readings[0]?.answer(1);
    await tick();
    const unbind = answers.bind({ queryKey, topics: [topic] });
    answers.takeIn([change(7)]);
    unbind();
    leave();
    await tick(500);
    expect(readings).toHaveLength(1);
    new QueryObserver(client, observer.options).subscribe(() => undefined);
    expect(readings).toHaveLength(2);
  });

  it('that may be read seldom is read after a resync once its time has come', async () => {
    const { answers, readings } = setUp();
    readings[0]?.answer(1);
    await tick();
    answers.bind({ queryKey, topics: [topic], everyMs: 5_000 });
    answers.readAgain([topic]);
    answers.takeIn([change(7)]);
    await tick(4_900);
    expect(readings).toHaveLength(1);
    await tick(100);
    expect(readings).toHaveLength(2);
  });

  it('is still read again when a change arrives before it can be', async () => {
    const { answers, client, readings, observer } = setUp();
    readings[0]?.answer(1);
    await tick();
    observer.setOptions({ ...observer.options, enabled: false });
    answers.bind({ queryKey, topics: [topic], patch: takeIn });
    answers.readAgain([topic]);
    answers.takeIn([change(7)]);
    expect(client.getQueryState(queryKey)?.isInvalidated).toBe(true);
  });

  it('is read until it could be after a resync', async () => {
    const { answers, readings, shown } = setUp();
    readings[0]?.answer(1);
    await tick();
    answers.bind({ queryKey, topics: [topic], patch: takeIn });
    answers.readAgain([topic]);
    readings[1]?.fail();
    await tick(5_000);
    expect(readings).toHaveLength(3);
    readings[2]?.answer(2);
    await tick(20_000);
    expect([shown(), readings.length]).toEqual([2, 3]);
  });
});
