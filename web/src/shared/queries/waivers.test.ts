import type { WaiverView } from '@atelier/contracts/repair/decisions-schema.ts';
import { describe, expect, it } from 'vitest';
import { type WaiversAnswer, judgeWaivers, withoutDecided } from './waivers.ts';

const line = (id: number, version = 1) => ({ item: { id, version, waived_fee: 1 } }) as unknown as WaiverView;
const cached = { data: [line(1), line(2)], total: 2 } as unknown as WaiversAnswer;
const change = (id: number, version: number, waived_fee: number) =>
  ({ rows: [{ kind: 'item', id, version, waived_fee }] }) as unknown as Parameters<typeof judgeWaivers>[1];

describe('the inbox of waived fees', () => {
  it.each([10, 11])('drops what was decided (%i)', (code) => {
    const { over, isMore } = judgeWaivers(cached, change(1, 2, code));
    expect([[...over], isMore]).toEqual([[1], false]);
    expect(withoutDecided(cached, over)).toMatchObject({ data: [{ item: { id: 2 } }], total: 1 });
  });

  it('reads again when a request came in, or changed', () => {
    expect(judgeWaivers(cached, change(3, 1, 1)).isMore).toBe(true);
    expect(judgeWaivers(cached, change(2, 2, 1)).isMore).toBe(true);
  });

  it('is left as it is by older changes and by pieces without a request', () => {
    const none = { over: new Set(), isMore: false };
    expect(judgeWaivers(cached, change(1, 1, 11))).toEqual(none);
    expect(judgeWaivers(cached, change(9, 5, 0))).toEqual(none);
    expect(withoutDecided(cached, new Set())).toBe(cached);
  });
});
