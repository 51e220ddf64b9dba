import { createSecretKey } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { openText, sealText } from './sealed-text.ts';

const key = createSecretKey(Buffer.alloc(32, 7));
const words = ['', 'A', 'Ana', 'Lucía 5', { city: 'Köln' }, null, 612];

describe('a value sealed into a text', () => {
  test.each(words)('opens to what it was: %j', (value) => {
    expect(openText(sealText(value, 'customer-1', 'phone', key), key)).toEqual(value);
  });

  test('is the same text for the same value, person and column, and another for another', () => {
    const sealed = sealText('Ana', 'customer-1', 'phone', key);
    expect(sealText('Ana', 'customer-1', 'phone', key)).toBe(sealed);
    expect(sealText('Ana', 'customer-1', 'city', key)).not.toBe(sealed);
    expect(sealText('Ana', 'customer-2', 'phone', key)).not.toBe(sealed);
  });

  test('opens nowhere without its key, under another key, or as another person’s', () => {
    const sealed = sealText('Ana', 'customer-1', 'phone', key);
    expect(openText(sealed, undefined)).toBeUndefined();
    expect(openText(sealed, createSecretKey(Buffer.alloc(32, 8)))).toBeUndefined();
    expect(openText(sealed.replace('customer-1', 'customer-2'), key)).toBeUndefined();
  });

  // Decoders of base64 pass over a letter too many, and over bits that no byte needs.
  test.each(words)('opens no more once a letter of it is another, missing or too many: %j', (value) => {
    const sealed = sealText(value, 'customer-1', 'phone', key);
    const start = sealed.lastIndexOf(':') + 1;
    for (let at = start; at < sealed.length; at += 1) {
      const other = sealed[at] === 'A' ? 'B' : 'A';
      expect(openText(sealed.slice(0, at) + other + sealed.slice(at + 1), key)).toBeUndefined();
      expect(openText(sealed.slice(0, at) + sealed.slice(at + 1), key)).toBeUndefined();
    }
    for (const more of ['x', 'A', '=', ' ', '%', '\n']) expect(openText(sealed + more, key)).toBeUndefined();
  });
});
