import { type ImageLimits, type Size, encodeWithin } from '@atelier/domain/images/fit.ts';
import type { CompressAnswer, CompressQuestion } from './compress-messages.ts';

const scope = self as unknown as DedicatedWorkerGlobalScope;

/** One picture at a time: two decoded photographs of a telephone already fill 400 MB. */
let line: Promise<void> = Promise.resolve();

scope.onmessage = ({ data }: MessageEvent<CompressQuestion>) => {
  line = line.then(async () => scope.postMessage(await answer(data)));
};

async function answer({ id, file, limits }: CompressQuestion): Promise<CompressAnswer> {
  try {
    const blob = await compress(file, limits);
    return blob ? { id, blob } : { id, code: 'image_too_large' };
  } catch {
    return { id, code: 'image_unreadable' };
  }
}

/** Drawn again, so that place, camera and everything else beside the pixels stay on the device. */
async function compress(file: Blob, limits: ImageLimits): Promise<Blob | null> {
  const picture = await decode(file);
  try {
    return await encodeWithin(picture, (size, quality) => draw(picture, size, quality), limits);
  } finally {
    if (picture instanceof ImageBitmap) picture.close();
  }
}

/** What the browser can open it opens, turned as the camera was held; HEIC elsewhere needs a separate decoder. */
async function decode(file: Blob): Promise<ImageBitmap | OffscreenCanvas> {
  try {
    return await createImageBitmap(file, { imageOrientation: 'from-image' });
  } catch (error) {
    const { decodeHeic, looksLikeHeic } = await import('./heic.ts');
    if (!(await looksLikeHeic(file))) throw error;
    return decodeHeic(file);
  }
}

function draw(picture: CanvasImageSource, { width, height }: Size, quality: number): Promise<Blob> {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d', { alpha: false });
  if (!context) throw new Error('no canvas to draw on');
  // JPEG knows no transparency: what was clear becomes paper, not black.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, 0, 0, width, height);
  return canvas.convertToBlob({ type: 'image/jpeg', quality: quality / 100 });
}
