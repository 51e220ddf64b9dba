import { describe, expect, it } from 'vitest';
import { fold } from '../../decider.ts';
import type { SealingEvent } from './events.ts';
import { evolveSealing, initialSealing, noteSealing, type SealingFinding } from './sealing.ts';

const now = '2026-11-20T10:00:00.000Z';
const stateOf = (events: readonly SealingEvent[]) => fold(evolveSealing, initialSealing, events);

/** Findings of workers one after the other; the events of all. */
function after(...findings: readonly SealingFinding[]): readonly SealingEvent[] {
  return findings.reduce<readonly SealingEvent[]>((events, finding) => {
    const decision = noteSealing(finding, stateOf(events), { now });
    return decision.ok ? [...events, ...decision.events] : events;
  }, []);
}
const types = (events: readonly SealingEvent[]) => events.map(({ type, data }) => `${type} ${data.code}`);

const refused: SealingFinding = {
  standing: [{ code: 'rewritten', stream: 'item-7', position: 5 }],
  over: [],
};
const well: SealingFinding = { standing: [], over: ['lock_held', 'rewritten'] };

describe('trouble with sealing the log (product/audit.md §8)', () => {
  it('is an event when it begins and one when it ends, however often it is found', () => {
    const events = after(refused, refused, refused, well, well);
    expect(types(events)).toEqual(['LogSealingRefused rewritten', 'LogSealingResumed rewritten']);
    expect(stateOf(events)).toEqual([]);
  });

  it('keeps the place and since when it stands', () => {
    expect(stateOf(after(refused))).toEqual([
      { code: 'rewritten', stream: 'item-7', position: 5, since: now },
    ]);
  });

  it('of two kinds is two, each with a separate end', () => {
    const notKept: SealingFinding = { standing: [{ code: 'not_kept' }], over: [] };
    const events = after(refused, notKept, { standing: [{ code: 'not_kept' }], over: ['rewritten'] });
    expect(stateOf(events).map(({ code }) => code)).toEqual(['not_kept']);
  });

  it('gives no event where nothing was wrong before', () => {
    expect(after(well)).toEqual([]);
  });
});
