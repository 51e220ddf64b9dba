import { setTimeout as sleep } from 'node:timers/promises';
import {
  encodeWithin,
  fitWithin,
  IMAGE_LIMITS,
  type ImageLimits,
  type Size,
} from '@atelier/domain/images/fit.ts';
import type { ReadyImage } from '@atelier/application/images/uploads.commands.ts';
import sharp, { type Sharp } from 'sharp';
import { ImageRefused, openPicture, readable } from '../shared/open-picture.ts';

/** A decoded picture may take a hundred megabytes: this many at once, the others wait. */
const AT_ONCE = 2;
const RETRY_MS = 20;
let working = 0;

/**
 * A picture as it is kept: JPEG, upright, at most 1920 px and 512 KiB unless configured, nothing but its pixels. Place, camera and whatever
 * hid behind the picture are gone, because every pixel is rewritten.
 * @throws ImageRefused
 */
export async function processImage(
  source: Uint8Array,
  limits: ImageLimits = IMAGE_LIMITS,
): Promise<ReadyImage> {
  const picture = await openPicture(source);
  while (working >= AT_ONCE) await sleep(RETRY_MS);
  working += 1;
  try {
    return await encode(await decode(picture, limits), limits);
  } finally {
    working -= 1;
  }
}

interface Pixels {
  readonly data: Buffer;
  readonly info: { readonly width: number; readonly height: number; readonly channels: 1 | 2 | 3 | 4 };
}

/** Once, at the largest size that can be kept; the tries at writing start from these pixels. */
function decode(picture: Sharp, { edge }: ImageLimits): Promise<Pixels> {
  return readable(
    picture
      .resize(edge, edge, { fit: 'inside', withoutEnlargement: true })
      .raw()
      .toBuffer({ resolveWithObject: true }),
  );
}

async function encode({ data, info }: Pixels, limits: ImageLimits): Promise<ReadyImage> {
  const write = async (size: Size, quality: number) => {
    const bytes = await sharp(data, { raw: info })
      .resize(size.width, size.height)
      .jpeg({ quality })
      .toBuffer();
    return { bytes, size: bytes.length, ...fitWithin(info, Math.max(size.width, size.height)) };
  };
  const ready = await encodeWithin(info, write, limits);
  if (ready === null) throw new ImageRefused('image_too_large');
  return { bytes: ready.bytes, mediaType: 'image/jpeg', width: ready.width, height: ready.height };
}
