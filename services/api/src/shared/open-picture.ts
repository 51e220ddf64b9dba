import type { ImageRefusal } from '@atelier/domain/images/contract.ts';
import { fileTypeFromBuffer } from 'file-type';
import sharp, { type Sharp } from 'sharp';

/** What cannot be kept as a picture, and why. */
export class ImageRefused extends Error {
  readonly code: ImageRefusal;
  constructor(code: ImageRefusal) {
    super(code);
    this.code = code;
  }
}

/** Recognised by content, never by name or by what the sender says. SVG is none of them: it is a program. */
const OPENED: ReadonlySet<string> = new Set([
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/gif',
  'image/avif',
]);
/** More than any telephone takes; a small file that claims more is made to fill the memory. */
const MOST_PIXELS = 60_000_000;
const LONGEST_S = 15;
export const PAPER = '#ffffff';

/**
 * A file that came from outside, ready to be worked on: its kind and its size are known to be harmless, and no pixel of it
 * is unpacked yet. Metadata stays behind when it is written.
 * @throws ImageRefused
 */
export async function openPicture(source: Uint8Array): Promise<Sharp> {
  const type = await fileTypeFromBuffer(source);
  if (type === undefined || !OPENED.has(type.mime)) throw new ImageRefused('image_unreadable');
  const { width, height } = await readable(sharp(source, { limitInputPixels: false }).metadata());
  if (width * height > MOST_PIXELS) throw new ImageRefused('image_too_many_pixels');
  return sharp(source, { failOn: 'error', limitInputPixels: MOST_PIXELS, sequentialRead: true, pages: 1 })
    .timeout({ seconds: LONGEST_S })
    .rotate()
    .flatten({ background: PAPER })
    .toColourspace('srgb');
}

/** Whatever the decoder refuses, the sender gets one code. */
export const readable = <T>(work: Promise<T>): Promise<T> =>
  work.catch(() => {
    throw new ImageRefused('image_unreadable');
  });
