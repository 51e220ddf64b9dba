// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { drawnSignature, inkPoint, inkRuns } from './signature-ink.ts';

const box = { left: 100, top: 50, width: 400, height: 200 } as DOMRect;
const at = (clientX: number, clientY: number, pointerType = 'mouse') => ({
  clientX,
  clientY,
  pointerType,
  pressure: 0.456,
});

describe('signature ink', () => {
  it('lives in a box of 0..1, whatever the size of the pad', () => {
    expect(inkPoint(at(300, 150), box)).toEqual([0.5, 0.5]);
    expect(inkPoint(at(0, 1000), box)).toEqual([0, 1]);
  });

  it('keeps a pen’s pressure', () => {
    expect(inkPoint(at(300, 150, 'pen'), box)).toEqual([0.5, 0.5, 0.46]);
  });

  it('is no signature with a dot or two', () => {
    expect(drawnSignature([])).toBeNull();
    expect(drawnSignature([[[0.1, 0.1]], [[0.2, 0.2]]])).toBeNull();
  });

  it('reads the ink of a typed name as strokes', () => {
    const width = 10;
    const data = new Uint8ClampedArray(width * 6 * 4).fill(255);
    for (const x of [2, 3, 4, 8]) data[(5 * width + x) * 4] = 0;
    expect(inkRuns(data, width, 6)).toEqual([
      [
        [0.2, 0.8333],
        [0.5, 0.8333],
      ],
      [
        [0.8, 0.8333],
        [0.9, 0.8333],
      ],
    ]);
  });
});
