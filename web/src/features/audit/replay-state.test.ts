import { describe, expect, it } from 'vitest';
import type { ReplayEvent } from './queries.ts';
import {
  filesAt,
  holdersOf,
  nextOfKind,
  placeAtTime,
  placeOf,
  replayKey,
  scansBefore,
} from './replay-state.ts';

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

const bench = (type: string, second: number, part: object = {}) => ({
  type,
  stream: 'item-1',
  at: new Date(Date.UTC(2026, 10, 20, 10, 0, second)).toISOString(),
  device: 'bench-4',
  worker: 'W0023',
  actor_id: 4,
  command_id: `command-${second}`,
  ...part,
});

describe('the moments of a replay', () => {
  it('are found by time: the last event up to then', () => {
    const at = (second: number) => Date.UTC(2026, 10, 20, 10, 0, second);
    const moments = [bench('A', 1), bench('B', 5), bench('C', 9)];
    expect([at(0), at(5), at(6), at(60)].map((ms) => placeAtTime(moments, ms))).toEqual([0, 1, 1, 2]);
  });

  it('keep a scan with what followed from it at the same bench', () => {
    const moments = [
      bench('ItemScanned', 1),
      bench('ItemStatusChanged', 1),
      bench('FindingsSaved', 60),
      bench('CommentAdded', 61, { device: 'desk-PAR' }),
      bench('CommentAdded', 62, { stream: 'item-2' }),
      bench('FeeQuoted', 300),
      bench('ItemScanned', 301),
      bench('ItemStatusChanged', 302),
    ];
    expect(scansBefore(moments)).toEqual([null, 0, 0, null, null, null, null, 6]);
  });

  it('say who held a piece from when to when, and leave out what holds no piece', () => {
    const held = (position: number, after: Record<string, string | null>) => ({
      ...event(position, 'CustodyTransferred', 'item-1'),
      at: `2026-11-2${position}T10:00:00.000Z`,
      lines: Object.entries(after).map(([field, value]) => ({ field, before: null, after: value })),
    });
    const moves = [
      held(0, { custody_kind: 'site', custody_site: 'Paris' }),
      held(1, { custody_kind: 'shipment', custody_site: null, custody_from: 'Paris', custody_to: 'Lyon' }),
      held(2, { custody_kind: 'site', custody_site: 'Lyon', custody_from: null, custody_to: null }),
    ];
    const spans = holdersOf({ name: null, files: {}, standing: {}, events: moves }, 'item-1');
    expect(spans.map(({ kind, site, from, to }) => [kind, site, from, to])).toEqual([
      ['site', 'Paris', '', ''],
      ['shipment', '', 'Paris', 'Lyon'],
      ['site', 'Lyon', '', ''],
    ]);
    expect(spans.map(({ begin, end }) => [begin, end])).toEqual([
      [moves[0]?.at, moves[1]?.at],
      [moves[1]?.at, moves[2]?.at],
      [moves[2]?.at, moves[2]?.at],
    ]);
    expect(holdersOf({ name: null, files: {}, standing: {}, events: [] }, 'item-1')).toEqual([]);
  });
});
