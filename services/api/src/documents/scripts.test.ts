import { createCanvas, loadImage } from '@napi-rs/canvas';
import { printable } from '@atelier/domain/documents/printable.ts';
import { REFERENCE_LANGUAGES } from '@atelier/domain/shared/languages.ts';
import { describe, expect, it } from 'vitest';
import { drawPaper } from './draw-paper.ts';
import { missingGlyphs } from './font-files.ts';
import { Fonts } from './fonts.ts';
import { NAMES_BY_SCRIPT, PAPERS } from './testing-papers.ts';

const NAMES = Object.entries(NAMES_BY_SCRIPT);
const SIZE = 40;

/** The pixels of a text, drawn by these families alone. */
function drawn(text: string, families: string): string {
  const canvas = createCanvas(SIZE * 12, SIZE * 2);
  const context = canvas.getContext('2d');
  context.font = `400 ${SIZE}px ${families}`;
  context.fillText(text, SIZE, SIZE * 1.4);
  return Buffer.from(context.getImageData(0, 0, canvas.width, canvas.height).data).toString('base64');
}

/** In a font of every script: what it draws for a character that no font has. */
const NOWHERE = String.fromCodePoint(0x10_fffd);

describe('a name in each script of the common languages', () => {
  it.each(NAMES)('in %s has a font in every language, with no question mark', (_script, name) => {
    expect(missingGlyphs(name)).toEqual([]);
    for (const language of REFERENCE_LANGUAGES) {
      for (const isSerif of [false, true]) {
        const { text } = new Fonts(language, isSerif).shape(printable(name));
        expect(text).toBe(printable(name));
      }
    }
  });

  it.each(NAMES)(
    'in %s has a shape for each letter, none of them the box of a missing one',
    (_script, name) => {
      const fonts = new Fonts('en');
      for (const letter of new Set(Array.from(printable(name)).filter((each) => /\p{L}/u.test(each)))) {
        const { families } = fonts.shape(letter);
        expect([letter, drawn(letter, families) === drawn(NOWHERE, families)]).toEqual([letter, false]);
        expect([letter, drawn(letter, families) === drawn('', families)]).toEqual([letter, false]);
      }
    },
  );

  it.each(NAMES)('in %s stands on a label', (_script, name) => expectDrawn('item-labels', name));

  // All papers draw a name in the same way: one of each direction is enough for the large ones.
  it.each(['receipt', 'handover'] as const)('stands on a %s', async (kind) => {
    for (const script of ['Cyrillic', 'Hebrew'] as const) await expectDrawn(kind, NAMES_BY_SCRIPT[script]);
  });

  it('names what no font of ours has, each character once', () => {
    expect(missingGlyphs('ᠮᠣᠩ Ana 👍👍 ᠮ')).toEqual(['ᠮ', 'ᠣ', 'ᠩ', '👍']);
    expect(missingGlyphs('Zoë Çelik 山田 خالد')).toEqual([]);
  });

  it('keeps the marks that join letters, and those alone', () => {
    expect(printable('ශ්‍රී')).toBe('ශ්‍රී');
    expect(printable('\u200dAna\u200d \u200dB\u202e')).toBe('Ana B');
  });
});

/** The paper is not the same as one with question marks in place of the name. */
async function expectDrawn(kind: Parameters<typeof picture>[0], name: string): Promise<void> {
  const [own, marks] = await Promise.all([picture(kind, name), picture(kind, '?'.repeat(name.length))]);
  expect(own.equals(marks)).toBe(false);
}

async function picture(kind: 'receipt' | 'item-labels' | 'handover', name: string): Promise<Buffer> {
  const made = { ...PAPERS[kind] };
  const paper =
    made.kind === 'receipt'
      ? { ...made, receipt: { ...made.receipt, client: name } }
      : made.kind === 'handover'
        ? { ...made, handover: { ...made.handover, shop: { ...made.handover.shop, name } } }
        : { ...made, labels: made.labels.map((label) => ({ ...label, name, store: name })) };
  const { bytes } = await drawPaper({ paper, language: 'en', format: 'png', page: 1 });
  const image = await loadImage(Buffer.from(bytes));
  const canvas = createCanvas(image.width, image.height);
  const context = canvas.getContext('2d');
  context.drawImage(image, 0, 0);
  return Buffer.from(context.getImageData(0, 0, image.width, image.height).data);
}
