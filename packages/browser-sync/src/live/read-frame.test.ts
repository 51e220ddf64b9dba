import type { ServerFrame } from '@atelier/domain/live/contract.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readFrame } from './read-frame.ts';

const FRAMES: readonly ServerFrame[] = [
  { type: 'welcome', epoch: 'e', position: 1 },
  { type: 'subscribed', topics: ['store:1'], position: 2 },
  { type: 'refused', topic: 'store:2', code: 'forbidden' },
  {
    type: 'change',
    topic: 'store:1',
    epoch: 'e',
    position: 3,
    rows: [{ kind: 'item', id: 1, version: 2, number: 'R1' }],
    removed: [{ kind: 'item', id: 4, version: 5 }],
    counters: { position: 3, total: 7 },
  },
  { type: 'resync', topics: ['store:1'] },
  { type: 'heartbeat', position: 4 },
];
const frame = (value: unknown) => readFrame(JSON.stringify(value));

describe('a frame of the live connection', () => {
  it.each(FRAMES.map((each) => [each.type, each] as const))('is read as it was sent: %s', (_type, each) => {
    expect(frame(each)).toEqual({ kind: 'frame', frame: each });
  });

  it.each(FRAMES.flatMap((each) => Object.keys(each).map((field) => [each.type, field, each] as const)))(
    'is malformed when a field is of another kind: %s.%s',
    (_type, field, each) => {
      expect(frame({ ...each, [field]: true })).toEqual({ kind: 'malformed' });
    },
  );

  it.each([
    ['a row without a version', { rows: [{ kind: 'item', id: 1 }] }],
    ['a row that is none', { rows: [null] }],
    ['no rows', { rows: undefined }],
    ['counters without a position', { counters: { total: 1 } }],
    ['half a position', { position: 1.5 }],
  ])('is malformed with %s', (_what, part) => {
    expect(frame({ ...FRAMES[3], ...part })).toEqual({ kind: 'malformed' });
  });

  it('of a type that this version does not know is named', () => {
    expect(frame({ type: 'farewell', position: 1 })).toEqual({ kind: 'unknown', type: 'farewell' });
    expect(frame({ type: 'toString' })).toEqual({ kind: 'unknown', type: 'toString' });
  });

  it('keeps its known rows beside those of a kind that this version does not know', () => {
    const rows = [
      { kind: 'robot', id: 1, version: 1 },
      { kind: 'item', id: 2, version: 1 },
    ];
    expect(frame({ ...FRAMES[3], rows })).toMatchObject({ frame: { rows: [rows[1]] } });
  });

  it('is never trusted: whatever arrives is read without a throw', () => {
    fc.assert(fc.property(fc.oneof(fc.string(), fc.json(), fc.anything()), (text) => void readFrame(text)));
  });
});
