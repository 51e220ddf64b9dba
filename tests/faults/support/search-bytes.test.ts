import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateRawSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { Needles, searchFolder, wordsIn } from './search-bytes.ts';

const needles = new Needles('kanary', ['kanary7ada', 'kanary8bea']);
const noise = Buffer.alloc(1000, 0xab);
const found = (...parts: readonly (string | Buffer)[]) => [
  ...wordsIn(needles, Buffer.concat([noise, ...parts.map((part) => Buffer.from(part as string)), noise])),
];

function zipMember(text: string): Buffer {
  const head = Buffer.alloc(30);
  head.writeUInt32LE(0x04_03_4b_50, 0);
  head.writeUInt16LE(8, 8);
  return Buffer.concat([head, deflateRawSync(Buffer.from(text))]);
}

describe('a search for words in bytes', () => {
  it.each([
    ['as they are', Buffer.from('Mrs kanary7ada, Paris')],
    ['in UTF-16', Buffer.from('Mrs kanary7ada', 'utf16le')],
    ['in hexadecimal', Buffer.from(Buffer.from('Mrs kanary7ada').toString('hex'))],
    ['in a member of a gzip archive', gzipSync('Mrs kanary7ada')],
    ['in a member of a zip archive', zipMember('Mrs kanary7ada')],
  ])('finds them %s', (_how, bytes) => {
    expect(found(bytes)).toEqual(['kanary7ada']);
  });

  it.each([0, 1, 2])('finds them in Base64 with %i bytes before them', (before) => {
    const text = `${'x'.repeat(before)}kanary8bea and more`;
    expect(found(Buffer.from(text).toString('base64'))).toEqual(['kanary8bea']);
  });

  it('finds none where there is only what they begin with', () => {
    expect(found('kanary9', 'kanary7ad')).toEqual([]);
  });

  it('names the file, also where a stretch ends in the middle of the word', () => {
    const folder = mkdtempSync(join(tmpdir(), 'search-'));
    try {
      const path = join(folder, 'large');
      writeFileSync(path, Buffer.concat([Buffer.alloc(8 * 1024 * 1024 - 4), Buffer.from('kanary7ada')]));
      expect(searchFolder(needles, folder)).toEqual(new Map([['kanary7ada', [path]]]));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
