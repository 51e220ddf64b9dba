import { describe, expect, it } from 'vitest';
import { feedLines } from './feed-groups.ts';
import type { FeedEntry } from './queries.ts';

const entry = (position: number, day: number, kind: FeedEntry['kind'], subject: string | null = null) =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the lines read of an event
  ({ position, kind, subject, recorded_at: `2026-11-2${day}T10:00:00.000Z` }) as unknown as FeedEntry;
const shape = (entries: readonly FeedEntry[]) =>
  feedLines(entries, (at) => at.slice(0, 10)).map((line) => {
    if (line.kind === 'day') return line.day;
    return line.kind === 'event' ? line.entry.position : line.entries.map(({ position }) => position);
  });

describe('the lines of the feed', () => {
  it('stand under the day on which each event was recorded', () => {
    expect(shape([entry(3, 2, 'item'), entry(2, 1, 'item'), entry(1, 1, 'rma')])).toEqual([
      '2026-11-22',
      3,
      '2026-11-21',
      2,
      1,
    ]);
  });

  it('fold messages about one RMA that follow each other on one day, and nothing else', () => {
    const entries = [
      entry(9, 2, 'message', 'PAR-1'),
      entry(8, 2, 'message', 'PAR-1'),
      entry(7, 2, 'message', 'PAR-2'),
      entry(6, 2, 'item', 'PAR-2'),
      entry(5, 2, 'item', 'PAR-2'),
      entry(4, 2, 'message', 'PAR-2'),
      entry(3, 1, 'message', 'PAR-2'),
      entry(2, 1, 'message'),
      entry(1, 1, 'message'),
    ];
    expect(shape(entries)).toEqual(['2026-11-22', [9, 8], 7, 6, 5, 4, '2026-11-21', 3, 2, 1]);
  });
});
