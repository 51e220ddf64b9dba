import type { ItemView } from '@atelier/contracts/repair-detail/schema.ts';
import { describe, expect, it } from 'vitest';
import { toScanLine } from './scan-lines.ts';
import { sessionLists } from './session-lists.ts';

const NOW = Date.parse('2026-11-26T10:45:00Z');
const TARGET = 5;

interface Scanned {
  by?: string;
  at?: string;
  day?: string;
  target?: number;
  verdict?: string;
  marks?: number[];
}

const line = (
  id: number,
  { by, at = '10:40', day = '26', target = TARGET, verdict = 'accepted', marks = [] }: Scanned,
) =>
  toScanLine(
    {
      id,
      rma_status_id: 4,
      scanned_targets: marks,
      custody: { kind: 'site' },
      last_scan: by === undefined ? null : { target, verdict, at: `2026-11-${day}T${at}:00Z`, by },
    } as unknown as ItemView,
    TARGET,
  );

const listsOf = (...lines: ReturnType<typeof line>[]) => {
  const lists = sessionLists(lines, { name: 'Lin', target: TARGET, now: NOW });
  const ids = (of: 'yours' | 'colleagues' | 'left') => lists[of].map(({ item }) => item.id);
  return { yours: ids('yours'), colleagues: ids('colleagues'), left: ids('left'), mine: lists.mine };
};

describe('the list of a bench by whose scan it is', () => {
  it('puts the newest scan of the account first, and keeps colleagues apart', () => {
    const lists = listsOf(
      line(1, { by: 'Lin', at: '10:35', marks: [5] }),
      line(2, { by: 'Lin', at: '10:42', marks: [5] }),
      line(3, { by: 'Wang', marks: [5] }),
      line(4, {}),
    );
    expect(lists).toEqual({ yours: [2, 1], colleagues: [3], left: [4], mine: 2 });
  });

  it('keeps an undone scan among the scans, and the piece among those left', () => {
    expect(listsOf(line(1, { by: 'Lin' }))).toEqual({ yours: [1], colleagues: [], left: [1], mine: 0 });
  });

  it('keeps no undone scan of a colleague, of another stage, of another shift, or one that was refused', () => {
    const lists = listsOf(
      line(1, { by: 'Wang' }),
      line(2, { by: 'Lin', target: 6 }),
      line(3, { by: 'Lin', verdict: 'held' }),
      line(4, { by: 'Lin', at: '22:10', day: '25' }),
    );
    expect(lists.yours).toEqual([]);
    expect(lists.left).toEqual([1, 2, 3, 4]);
  });
});
