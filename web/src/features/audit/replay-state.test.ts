import { describe, expect, it } from 'vitest';
import type { ReplayEvent } from './queries.ts';
import { filesAt, nextOfKind, placeOf, replayKey } from './replay-state.ts';

const line = (field: string, before: number | null, after: number) => ({ field, before, after });
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the state reads of an event
const event = (position: number, type: string, stream: string, ...lines: ReturnType<typeof line>[]) =>
  ({ position, type, stream, lines }) as unknown as ReplayEvent;
const events = [
  event(10, 'A', 'item-1', line('status', 1, 2)),
  event(20, 'B', 'item-2', line('status', null, 1)),
  event(30, 'A', 'item-1', line('status', 2, 3)),
];
const replay = {
  name: null,
  events,
  standing: {},
  files: { 'item-1': { status: 1, size: 7 }, 'item-2': {} },
};

describe('a replay', () => {
  it('holds each file as it stood after a step, and only of what was touched by then', () => {
    expect(filesAt(replay, 0)).toEqual(new Map());
    expect(filesAt(replay, 1)).toEqual(new Map([['item-1', { status: 2, size: 7 }]]));
    expect(filesAt(replay, 3)).toEqual(
      new Map([
        ['item-1', { status: 3, size: 7 }],
        ['item-2', { status: 1 }],
      ]),
    );
    expect(replay.files['item-1']).toEqual({ status: 1, size: 7 });
  });

  it('finds a moment by its position, and the next of a kind', () => {
    expect([0, 10, 11, 30, 31].map((at) => placeOf(events, at))).toEqual([0, 0, 1, 2, 2]);
    expect(nextOfKind(events, 0)).toBe(2);
    expect(nextOfKind(events, 1)).toBeNull();
  });

  it('takes the arrows as time flows', () => {
    expect([replayKey('ArrowRight', false), replayKey('ArrowLeft', false)]).toEqual(['on', 'back']);
    expect([replayKey('ArrowRight', true), replayKey('ArrowLeft', true)]).toEqual(['back', 'on']);
    expect([' ', 'Home', 'End', 'n', 'x'].map((key) => replayKey(key, false))).toEqual([
      'play',
      'first',
      'last',
      'next',
      undefined,
    ]);
  });
});
