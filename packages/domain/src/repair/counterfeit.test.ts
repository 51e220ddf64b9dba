import { describe, expect, it } from 'vitest';
import { at, FACTORY, START, worldAt } from '../processes/testing.ts';
import { DEFAULT_POLICY } from '../policy.ts';
import { decideCounterfeit } from './counterfeit.ts';
import { evolveItem } from './evolve.ts';
import type { Item } from './item.ts';

const context = { now: START, actor: at(FACTORY), policy: DEFAULT_POLICY };
const report = { image: 'img-1', remark: 'wrong hallmark' };

function reported(): Item {
  const item = worldAt(3).item(1);
  const decision = decideCounterfeit(report, item, context);
  if (!decision.ok) throw new Error(decision.rejection.code);
  const after = decision.events.reduce(evolveItem, item);
  if (after.kind === 'none') throw new Error('no item');
  return after;
}

describe('a report that a piece is a counterfeit (product/deposit.md §11)', () => {
  it('is recorded once: the same picture with the same words changes nothing', () => {
    expect(decideCounterfeit(report, reported(), context)).toEqual({ ok: true, events: [] });
  });

  it.each([
    ['another picture', { ...report, image: 'img-2' }],
    ['other words', { ...report, remark: 'wrong weight' }],
  ])('is another one with %s', (_name, other) => {
    expect(decideCounterfeit(other, reported(), context)).toMatchObject({
      ok: true,
      events: [{ type: 'CounterfeitReported', data: other }],
    });
  });

  it('asks for a picture and for words, and comes too late when the repair has ended', () => {
    const item = worldAt(3).item(1);
    expect(decideCounterfeit({ ...report, image: '' }, item, context)).toEqual({
      ok: false,
      rejection: { code: 'invalid_input', details: { field: 'image' } },
    });
    expect(decideCounterfeit({ ...report, remark: ' ' }, item, context).ok).toBe(false);
    expect(decideCounterfeit(report, worldAt(21).item(1), context)).toMatchObject({
      rejection: { code: 'item_closed' },
    });
  });
});
