import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { ItemLabel, PackageLine, Paper } from '@atelier/domain/documents/paper.ts';
import { REFERENCE_LANGUAGES, type ReferenceLanguage } from '@atelier/domain/shared/languages.ts';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { describe, expect, it } from 'vitest';
import { drawPaper } from './draw-paper.ts';
import { PAPERS } from './testing-papers.ts';

/** Everything a name should not do: run on, turn around, break the line, look like a formula, speak another script. */
const HOSTILE = `=HYPERLINK("x")\u202Egnp.exe\u2066\r\n\t${'Schmückstück 指輪 خاتم ไทย 👍 '.repeat(30)}`;

const label = (text: string): ItemLabel => ({
  number: 'PAR-000123',
  sku: text,
  size: text,
  name: text,
  store: text,
});

const line = (text: string): PackageLine => ({
  number: 'PAR-000123',
  sku: text,
  size: text,
  name: text,
  reasons: [text, text],
  price: { amount: 999_999_999, currency: 'JPY' },
});

/** Pixels that are not white within so many millimetres of the edge. */
async function inkAtEdge(paper: Paper, language: ReferenceLanguage, mm: number): Promise<number> {
  const image = await loadImage(
    Buffer.from((await drawPaper({ paper, language, format: 'png', page: 1 })).bytes),
  );
  const { width, height } = image;
  const context = createCanvas(width, height).getContext('2d');
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, width, height);
  const edge = Math.floor((mm * Math.max(width, height)) / longerSide(paper));
  let found = 0;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const isInside = x >= edge && y >= edge && x < width - edge && y < height - edge;
      if (!isInside && (data[(y * width + x) * 4] ?? 255) < 200) found += 1;
    }
  }
  return found;
}

const longerSide = (paper: Paper): number => {
  if (paper.kind === 'item-labels') return paper.size === '57x32' ? 57 : 62;
  if (paper.kind === 'worker-badge') return 86;
  return paper.kind === 'package-label' ? 150 : 297;
};

describe.each(REFERENCE_LANGUAGES)('names that do not fit, in %s', (language) => {
  it.each(['62x29', '57x32'] as const)('never reach the edge of a label of %s', async (size) => {
    const paper: Paper = { kind: 'item-labels', size, labels: [label(HOSTILE)], copies: 1, start: 1 };
    expect(await inkAtEdge(paper, language, 1.5)).toBe(0);
  });

  it('never reach the edge of a parcel’s label or a list', async () => {
    const { head } = PAPERS['packing-list'];
    const site = { ...head.from, name: HOSTILE, city: HOSTILE, address: HOSTILE };
    const wild = { ...head, from: site, to: site, carrier: HOSTILE, sealNumber: HOSTILE };
    const parcel: Paper = { kind: 'package-label', size: '100x150', head: wild, copies: 1 };
    expect(await inkAtEdge(parcel, language, 4)).toBe(0);
    const list: Paper = {
      ...PAPERS['packing-list'],
      head: wild,
      lines: [line(HOSTILE), line('')],
      signature: { signer: HOSTILE, strokes: [], image: 'data:image/png;base64,AAAA' },
    };
    expect(await inkAtEdge(list, language, 10)).toBe(0);
  });

  it('never reach the edge of a badge', async () => {
    const badge = { name: HOSTILE, workId: HOSTILE, department: HOSTILE, site: HOSTILE, barcode: '0004711' };
    expect(await inkAtEdge({ kind: 'worker-badge', badge }, language, 3)).toBe(0);
  });
});

describe('a signature without strokes', () => {
  const drawnWith = async (image: string | null): Promise<string> => {
    const paper: Paper = { ...PAPERS['packing-list'], signature: { signer: '', strokes: [], image } };
    return hash((await drawPaper({ paper, language: 'fr', format: 'png', page: 1 })).bytes);
  };
  const pictureOf = (colour: string): string => {
    const canvas = createCanvas(64, 22);
    const context = canvas.getContext('2d');
    context.fillStyle = colour;
    context.fillRect(0, 0, 64, 22);
    return canvas.toDataURL('image/png');
  };

  it('is drawn as the picture that there is of it', async () => {
    const [none, black, green] = [
      await drawnWith(null),
      await drawnWith(pictureOf('black')),
      await drawnWith(pictureOf('green')),
    ];
    expect(new Set([none, black, green]).size).toBe(3);
  });

  it('is left empty when the picture is broken, none, or claims to be as large as a house', async () => {
    const none = await drawnWith(null);
    const huge = Buffer.from(pictureOf('black').split(',')[1] ?? '', 'base64');
    huge.writeUInt32BE(60_000, 16);
    for (const bytes of [Buffer.from('no picture at all, but long enough'), huge, Buffer.alloc(3)])
      expect(await drawnWith(`data:image/png;base64,${bytes.toString('base64')}`)).toBe(none);
    expect(await drawnWith('https://example.test/a.png')).toBe(none);
  });
});

describe('the fonts of papers', () => {
  it(
    'are the product’s own: with the machine’s fonts or without any the picture is the same',
    { timeout: 90_000 },
    async () => {
      const [withFonts, without] = await Promise.all([
        hashesIn({}),
        hashesIn({ DISABLE_SYSTEM_FONTS_LOAD: '1' }),
      ]);
      expect(Object.keys(without)).toHaveLength(Object.keys(PAPERS).length * 3);
      expect(withFonts).toEqual(without);
    },
  );

  it('draw every language’s words: no two languages look alike', async () => {
    const paper = PAPERS['packing-list'];
    const hashes = await Promise.all(
      REFERENCE_LANGUAGES.map(async (language) =>
        hash((await drawPaper({ paper, language, format: 'png', page: 1 })).bytes),
      ),
    );
    expect(new Set(hashes).size).toBe(REFERENCE_LANGUAGES.length);
  });
});

const hash = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Runs a separate process: fonts of the machine are loaded, or not, when it starts. */
async function hashesIn(env: Record<string, string>): Promise<Record<string, string>> {
  const script = fileURLToPath(new URL('testing-papers.ts', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [script, 'hashes'], {
    env: { ...process.env, DISABLE_SYSTEM_FONTS_LOAD: '', ...env },
  });
  return JSON.parse(stdout);
}
