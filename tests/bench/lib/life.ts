import { randomStories, type Story } from '@atelier/application/projections/testing-histories.ts';

/** An event as it stands in a log. */
export interface LoggedEvent {
  readonly streamId: string;
  readonly version: number;
  readonly type: string;
  readonly data: object;
}

const storiesPerTurn = 2_000;

/** The stories of one turn; those of two turns have no id in common. */
export const storiesOf = (turn: number): readonly Story[] =>
  randomStories({
    seed: turn + 1,
    deposits: storiesPerTurn,
    steps: 18,
    firstId: 1_000_000 + turn * storiesPerTurn * 2,
    stores: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
  });

/**
 * The lives of jewels as a log holds them: about ten events each, the events of two thousand items interleaved, until
 * there are so many. Deterministic.
 */
export function* lives(events: number): Generator<LoggedEvent> {
  let made = 0;
  for (let turn = 0; made < events; turn += 1) {
    const stories = storiesOf(turn);
    const longest = Math.max(...stories.map((story) => story.item.length));
    for (let step = 0; step < longest; step += 1) {
      for (const { itemId, item } of stories) {
        const event = item[step];
        if (event === undefined) continue;
        yield { streamId: `item-${itemId}`, version: step + 1, type: event.type, data: event.data };
        made += 1;
        if (made === events) return;
      }
    }
  }
}

/** One event of a jewel that a benchmark writes: its deposit, then moves through the stages. */
export function lifeEvent(item: number, version: number): { readonly type: string; readonly data: object } {
  const [story] = randomStories({ seed: item, deposits: 1, steps: 0, firstId: item, from: new Date() });
  const deposit = story?.item[0];
  if (version === 0 && deposit !== undefined) return deposit;
  const at = new Date().toISOString();
  const stages = [1, 3, 4, 5, 6, 7, 8, 12, 13, 14, 15];
  return {
    type: 'ItemStatusChanged',
    data: {
      from: stages[version - 1],
      to: stages[version],
      move: 'forward',
      reason: null,
      enteredAt: at,
      at,
      by: { userId: 7, workerId: null },
      siteId: 31,
      runId: null,
    },
  };
}
