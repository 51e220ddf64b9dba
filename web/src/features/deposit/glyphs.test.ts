import { describe, expect, it } from 'vitest';
import { mayMissGlyphs } from './parts/name-glyphs.tsx';

describe('a name at the counter', () => {
  it.each(['', 'Camille Laurent', 'Zoë Çelik-O’Neil', 'Zoe\u0308'])('%j needs no question', (name) => {
    expect(mayMissGlyphs(name)).toBe(false);
  });

  it.each(['김민준', 'ᠮᠣᠩᠭᠣᠯ', '𠮷田', 'Ana 👍'])('%j is asked of the fonts', (name) => {
    expect(mayMissGlyphs(name)).toBe(true);
  });
});
