import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createCanvas } from '@napi-rs/canvas';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';

const require = createRequire(import.meta.url);
prepareZXingModule({
  overrides: { wasmBinary: bytesOf(readFileSync(require.resolve('zxing-wasm/reader/zxing_reader.wasm'))) },
});

function bytesOf(buffer: Buffer): ArrayBuffer {
  return new Uint8Array(buffer).buffer;
}

export interface ReadCode {
  readonly format: string;
  readonly text: string;
}

export interface ReadPage {
  /** Millimetres. */
  readonly width: number;
  readonly height: number;
  readonly text: string;
  readonly codes: readonly ReadCode[];
  /** Millimetres of white at each edge. */
  readonly white: {
    readonly left: number;
    readonly top: number;
    readonly right: number;
    readonly bottom: number;
  };
}

/** The dots of the label printers. */
const DPI = 203;
const POINTS = 72;
const MM = 25.4;

/** A printed paper as a reader, a scanner and a ruler see it. `dpi` is the printer's. */
export async function readPaper(pdf: Uint8Array, dpi = DPI): Promise<ReadPage[]> {
  const document = await getDocument({ data: new Uint8Array(pdf), verbosity: 0 }).promise;
  const pages: ReadPage[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    const viewport = page.getViewport({ scale: dpi / POINTS });
    const canvas = createCanvas(Math.round(viewport.width), Math.round(viewport.height));
    // The library draws on whatever has the browser's canvas methods.
    await page.render({ canvas: canvas as never, viewport }).promise;
    const content = await page.getTextContent();
    const { data, width, height } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    const picture = { data, width, height, colorSpace: 'srgb' as const };
    pages.push({
      width: (viewport.width / dpi) * MM,
      height: (viewport.height / dpi) * MM,
      text: content.items.map((item) => ('str' in item ? item.str : '')).join(' '),
      codes: await codesIn(picture as never),
      white: whiteOf(data, width, height, MM / dpi),
    });
  }
  return pages;
}

async function codesIn(picture: ImageData): Promise<ReadCode[]> {
  const found = await readBarcodes(picture, { formats: ['QRCode', 'Code128'], tryHarder: true });
  return found.map(({ format, text }) => ({ format, text }));
}

function whiteOf(data: Uint8ClampedArray, width: number, height: number, mm: number): ReadPage['white'] {
  let [left, top, right, bottom] = [width, height, width, height];
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if ((data[(y * width + x) * 4] ?? 255) > 200) continue;
      left = Math.min(left, x);
      top = Math.min(top, y);
      right = Math.min(right, width - 1 - x);
      bottom = Math.min(bottom, height - 1 - y);
    }
  }
  return { left: left * mm, top: top * mm, right: right * mm, bottom: bottom * mm };
}

/** All characters in a row, however the page has spaced them. The font has one glyph for two kinds of apostrophe. */
export const tight = (text: string): string => text.replaceAll(/\s+/g, '').replaceAll('ʼ', '’');
