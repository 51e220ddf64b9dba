/** Before upload a picture is brought to at most this, unless configured (product/images.md §1); the server holds to it as well. */
export const IMAGE_LIMITS: ImageLimits = { bytes: 512 * 1024, edge: 1920 };

/** Bytes of the file, px of the longer edge. */
export interface ImageLimits {
  readonly bytes: number;
  readonly edge: number;
}

export interface Size {
  width: number;
  height: number;
}

/** One try at writing a picture: its longer edge in px and JPEG's quality, 0..100. */
export interface EncodingStep {
  edge: number;
  quality: number;
}

/** At full size a picture loses quality first: what a craftsman looks for is detail. */
const AT_FULL_SIZE: readonly number[] = [86, 78, 70, 62, 54, 46];
const WHEN_SMALLER: readonly number[] = [70, 50];
/** Each time the quality has been used up, the picture gets this much of its edge. */
const SHRINK = 0.8;
/** Below this nothing can be seen any more; pure noise fits long before. */
const SMALLEST_EDGE = 160;

/** The size inside a square of `edge`, never enlarged, never empty. */
export function fitWithin({ width, height }: Size, edge: number): Size {
  const scale = Math.min(1, edge / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** The tries in their order: quality step by step, then a smaller edge with two qualities each. */
export function encodingSteps(size: Size, limit: number = IMAGE_LIMITS.edge): EncodingStep[] {
  const full = Math.min(limit, Math.max(size.width, size.height));
  const steps = AT_FULL_SIZE.map((quality) => ({ edge: full, quality }));
  for (let edge = Math.floor(full * SHRINK); edge >= SMALLEST_EDGE; edge = Math.floor(edge * SHRINK))
    steps.push(...WHEN_SMALLER.map((quality) => ({ edge, quality })));
  return steps;
}

/** The first try that is small enough; null when none is, which only an absurdly long strip brings about. */
export async function encodeWithin<T extends { size: number }>(
  size: Size,
  encode: (fitted: Size, quality: number) => Promise<T>,
  { bytes, edge: limit }: ImageLimits = IMAGE_LIMITS,
): Promise<T | null> {
  for (const { edge, quality } of encodingSteps(size, limit)) {
    const encoded = await encode(fitWithin(size, edge), quality);
    if (encoded.size <= bytes) return encoded;
  }
  return null;
}

const KEPT_ENDING = /\.(png|jpe?g)$/i;

/** The name a picture travels under: what is not png, jpg or jpeg becomes jpg (product/images.md §1). */
export function uploadName(name: string): string {
  if (KEPT_ENDING.test(name)) return name;
  const stem = name.replace(/\.[^.]*$/, '');
  return `${stem === '' ? 'picture' : stem}.jpg`;
}
