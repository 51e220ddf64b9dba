import { describe, expect, it } from 'vitest';
import { readParts } from './parts-of-entry.ts';

const details = {
  record: 2,
  corrects: 1,
  status: 10,
  lines: [
    { kind: 'stone', code: 'D-1.20-VS', pieces: 2, weight_mg: null },
    { kind: 'metal', code: '18K', pieces: null, weight_mg: 350 },
  ],
};

describe('a record of parts in the history', () => {
  it('has its stones by number and its metal in grams', () => {
    expect(readParts({ type: 'PartsUsed', details })).toEqual({
      record: 2,
      corrects: 1,
      status: 10,
      lines: [
        { kind: 'stone', code: 'D-1.20-VS', pieces: 2, grams: 0 },
        { kind: 'metal', code: '18K', pieces: null, grams: 0.35 },
      ],
    });
  });

  it('corrects no record where it is the first, and leaves out a line that it cannot read', () => {
    const first = { ...details, corrects: null, lines: [{ kind: 'glass', code: 'X', pieces: 1 }, null] };
    expect(readParts({ type: 'PartsUsed', details: first })).toEqual({
      record: 2,
      corrects: null,
      status: 10,
      lines: [],
    });
  });

  it('is read from no other event', () => {
    expect(readParts({ type: 'ItemScanned', details })).toBeNull();
  });
});
