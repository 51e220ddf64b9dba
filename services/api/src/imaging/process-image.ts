import { setTimeout as sleep } from 'node:timers/promises';
import type { ImageRefusal } from '@atelier/domain/imaging/contract.ts';
import { encodeWithin, fitWithin, IMAGE_LIMITS } from '@atelier/domain/imaging/fit.ts';
import type { ReadyImage } from '@atelier/store/imaging/uploads.commands.ts';
import { fileTypeFromBuffer } from 'file-type';
import sharp from 'sharp';
import type { Sharp } from 'sharp';

/** What cannot be kept as a picture, and why. */
export class ImageRefused extends Error {
  readonly code: ImageRefusal;
  constructor(code: ImageRefusal) {
    super(code);
    this.code = code;
  }
}

/** Told by content, never by name or by what the sender says. SVG is none of them: it is a program. */
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
const PAPER = '#ffffff';

/** A decoded picture may take a hundred megabytes: this many at once, the others wait. */
const AT_ONCE = 2;
let working = 0;

/**
 * A picture as it is kept: JPEG, upright, at most 1920 px and 512 KiB, nothing but its pixels. Place, camera and whatever
 * hid behind the picture are gone, because every pixel is written anew.
 * @throws ImageRefused
 */
export async function processImage(source: Uint8Array): Promise<ReadyImage> {
  await refuseUnlessPicture(source);
  while (working >= AT_ONCE) await sleep(20);
  working += 1;
  try {
    return await encode(await decode(source));
  } finally {
    working -= 1;
  }
}

async function refuseUnlessPicture(source: Uint8Array): Promise<void> {
  const type = await fileTypeFromBuffer(source);
  if (type === undefined || !OPENED.has(type.mime)) throw new ImageRefused('image_unreadable');
  // Only the header is read: a bomb is known before a pixel of it is unpacked.
  const { width, height } = await readable(sharp(source, { limitInputPixels: false }).metadata());
  if (width * height > MOST_PIXELS) throw new ImageRefused('image_too_many_pixels');
}

const opened = (source: Uint8Array): Sharp =>
  sharp(source, { failOn: 'error', limitInputPixels: MOST_PIXELS, sequentialRead: true, pages: 1 });

interface Pixels {
  readonly data: Buffer;
  readonly info: { readonly width: number; readonly height: number; readonly channels: 1 | 2 | 3 | 4 };
}

/** Once, at the largest size that can be kept; the tries at writing start from these pixels. */
function decode(source: Uint8Array): Promise<Pixels> {
  const { edge } = IMAGE_LIMITS;
  return readable(
    opened(source)
      .timeout({ seconds: LONGEST_S })
      .rotate()
      .flatten({ background: PAPER })
      .toColourspace('srgb')
      .resize(edge, edge, { fit: 'inside', withoutEnlargement: true })
      .raw()
      .toBuffer({ resolveWithObject: true }),
  );
}

async function encode({ data, info }: Pixels): Promise<ReadyImage> {
  const ready = await encodeWithin(info, async (size, quality) => {
    const bytes = await sharp(data, { raw: info })
      .resize(size.width, size.height)
      .jpeg({ quality })
      .toBuffer();
    return { bytes, size: bytes.length, ...fitWithin(info, Math.max(size.width, size.height)) };
  });
  if (ready === null) throw new ImageRefused('image_too_large');
  return { bytes: ready.bytes, mediaType: 'image/jpeg', width: ready.width, height: ready.height };
}

/** Whatever the decoder dislikes, the sender hears one word. */
const readable = <T>(work: Promise<T>): Promise<T> =>
  work.catch(() => {
    throw new ImageRefused('image_unreadable');
  });
