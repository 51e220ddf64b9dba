import { createSecretKey, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openBytes, sealBytes, UnreadableBytes } from './sealed-bytes.ts';

const key = createSecretKey(Buffer.alloc(32, 5));
const PIECE = 65_536;
const STEP = PIECE + 16;
const sizes = fc.oneof(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 0, max: 4 * PIECE }));
const exact = fc.integer({ min: 0, max: 3 }).map((count) => count * PIECE);
const contents = fc.oneof(sizes, exact).map((size) => randomBytes(size));
const some = fc.nat(2 ** 31 - 1);
function isRefused(sealed: Buffer, label = 'a', by = key): boolean {
  try {
    openBytes(sealed, by, label);
    return false;
  } catch (error) {
    return error instanceof UnreadableBytes;
  }
}
const always = (check: (content: Buffer, at: number) => void) =>
  fc.assert(fc.property(contents, some, check), { numRuns: 60 });

describe('sealed bytes', () => {
  test('open to what they were, whatever their size', () => {
    always((content) => {
      const sealed = sealBytes(content, key, 'a');
      expect(sealed.length).toBe(content.length + 16 * Math.max(1, Math.ceil(content.length / PIECE)));
      expect(openBytes(sealed, key, 'a').equals(content)).toBe(true);
    });
  });

  test('are refused with one bit changed', () => {
    always((content, at) => {
      const sealed = sealBytes(content, key, 'a');
      const index = at % sealed.length;
      sealed[index] = (sealed[index] ?? 0) ^ (1 << (at % 8));
      expect(isRefused(sealed)).toBe(true);
    });
  });

  test('are refused cut short anywhere, also between two pieces, and with anything added', () => {
    always((content, at) => {
      const sealed = sealBytes(content, key, 'a');
      expect(isRefused(sealed.subarray(0, at % sealed.length))).toBe(true);
      expect(isRefused(sealed.subarray(0, Math.floor((sealed.length - 1) / STEP) * STEP))).toBe(true);
      expect(isRefused(Buffer.concat([sealed, randomBytes((at % 40) + 1)]))).toBe(true);
      expect(isRefused(Buffer.concat([sealed, sealed]))).toBe(true);
    });
  });

  test('are refused with two pieces swapped, one left out, or one twice', () => {
    const sealed = sealBytes(randomBytes(4 * PIECE + 100), key, 'a');
    const pieces = [0, 1, 2, 3, 4].map((index) => sealed.subarray(index * STEP, (index + 1) * STEP));
    fc.assert(
      fc.property(fc.nat(4), fc.nat(4), (one, other) => {
        fc.pre(one !== other);
        const swapped = pieces.with(one, pieces[other] ?? sealed).with(other, pieces[one] ?? sealed);
        expect(isRefused(Buffer.concat(swapped))).toBe(true);
        expect(isRefused(Buffer.concat(pieces.toSpliced(one, 1)))).toBe(true);
        expect(isRefused(Buffer.concat(pieces.toSpliced(one, 0, pieces[other] ?? sealed)))).toBe(true);
      }),
    );
  });

  test('are refused under another label or key, and in the place of another file', () => {
    const sealed = sealBytes(Buffer.from('a photograph'), key, 'a');
    expect(isRefused(sealed, 'b')).toBe(true);
    const other = createSecretKey(Buffer.alloc(32, 6));
    expect(isRefused(sealed, 'a', other)).toBe(true);
  });
});
