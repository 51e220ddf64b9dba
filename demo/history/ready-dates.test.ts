import { toMs } from '@atelier/domain/kernel.ts';
import { statesOf } from '@atelier/domain/processes/ready-history.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { demoPeople } from '../people.ts';
import { DEMO_SEED, generateReference } from '../reference/generate.ts';
import { generateHistory } from './generate.ts';
import { itemEvents } from './lives.ts';
import { withReadyDates } from './ready-dates.ts';
import type { StoryCommand } from './story.ts';

const NOW = new Date('2026-11-20T10:00:00.000Z');
const DAY_MS = 86_400_000;
const reference = generateReference(NOW, DEMO_SEED);
const { commands } = generateHistory({ seed: DEMO_SEED, now: NOW, people: demoPeople(DEMO_SEED), reference });

let dated: readonly StoryCommand[];
beforeAll(async () => {
  dated = await withReadyDates(commands, reference, NOW.getTime());
}, 60_000);

const modelsOf = (all: readonly StoryCommand[]) =>
  all.flatMap(({ streams }) =>
    streams.flatMap(({ events }) => events.filter((event) => event.type === 'ReadyModelFitted')),
  );

describe('dates of the demo (docs/product/promise.md §3)', () => {
  test('every other event stays as it was, in its order', () => {
    const without = dated.flatMap(({ streams }) =>
      streams.flatMap(({ streamId, events }) =>
        events
          .filter(({ type }) => type !== 'ReadyDateExpected' && type !== 'ReadyModelFitted')
          .map((event) => [streamId, event] as const),
      ),
    );
    const before = commands.flatMap(({ streams }) =>
      streams.flatMap(({ streamId, events }) => events.map((event) => [streamId, event] as const)),
    );
    expect(without).toEqual(before);
    expect(dated.map(({ at }) => at)).toEqual(dated.map(({ at }) => at).toSorted());
  });

  test('a model knows nothing of what came after it', async () => {
    const [first] = modelsOf(dated);
    const until = toMs(first?.data.at ?? '');
    const known = commands.filter(({ at }) => toMs(at) <= until);
    const again = modelsOf(await withReadyDates(known, reference, NOW.getTime()));
    expect(modelsOf(dated)).toHaveLength(2);
    expect(again[0]).toEqual(first);
  });

  test('deposits after the first model are dated, and most pieces are ready by the latest day', () => {
    const [first] = modelsOf(dated);
    const since = toMs(first?.data.at ?? '');
    let [kept, judged] = [0, 0];
    for (const events of itemEvents(dated).values()) {
      const [deposit, date] = [events[0], events.find(({ event }) => event.type === 'ReadyDateExpected')];
      expect(date === undefined || date.at >= since).toBe(true);
      const ready = statesOf(events).at(-1)?.facts.readyAt;
      if (date?.event.type !== 'ReadyDateExpected' || deposit?.at !== date.at || ready == null) continue;
      judged += 1;
      if (toMs(ready) < Date.parse(date.event.data.latest) + 1.6 * DAY_MS) kept += 1;
    }
    expect(judged).toBeGreaterThan(100);
    expect(kept / judged).toBeGreaterThan(0.6);
  });
});
