import { openPicture, PAPER } from '../shared/open-picture.ts';
import { ProductImageCache } from './product-image-cache.ts';

const EDGE = 300;
const QUALITY = 76;
/** No product picture is larger; a larger one is a mistake. */
const MOST_BYTES = 5 * 1024 * 1024;
const ANSWERS_WITHIN_MS = 3_000;
/** The CDN is asked by so many at once; further pictures are drawn for now. */
const AT_ONCE = 8;
/** About 15 KB each. */
const LIMITS = { entries: 2_000, keptMs: 24 * 3_600_000, failedMs: 60_000 } as const;

export interface ProductImages {
  /** JPEG of 300 × 300, quality 76 (product/images.md §3); null when the CDN has none, fails, or takes too long. */
  readonly find: (sku: string) => Promise<Buffer | null>;
}

export interface ProductImageOptions {
  readonly cdnUrl: string;
  readonly now: () => number;
  readonly answersWithinMs?: number;
}

/** The CDN's pictures, each fetched once a day by each node. Only ever asks the configured host, for a SKU of ours. */
export function createProductImages(options: ProductImageOptions): ProductImages {
  const { cdnUrl, now, answersWithinMs = ANSWERS_WITHIN_MS } = options;
  const cache = new ProductImageCache(LIMITS, now);
  let asking = 0;
  const load = async (sku: string): Promise<Buffer> => {
    if (asking >= AT_ONCE) throw new Error('the CDN is being asked by enough already');
    asking += 1;
    try {
      return await shrink(await fetchPicture(cdnAddress(cdnUrl, sku), answersWithinMs));
    } finally {
      asking -= 1;
    }
  };
  return { find: (sku) => cache.get(sku, () => load(sku)) };
}

const cdnAddress = (cdnUrl: string, sku: string): string =>
  `${cdnUrl.replace(/\/+$/u, '')}/${encodeURIComponent(sku)}.jpg?w=${EDGE}&h=${EDGE}&q=${QUALITY}`;

/** The whole answer within the time, and no more bytes than a picture has. It is never led to another host. */
async function fetchPicture(address: string, withinMs: number): Promise<Buffer> {
  const response = await fetch(address, {
    redirect: 'error',
    headers: { accept: 'image/*' },
    signal: AbortSignal.timeout(withinMs),
  });
  if (!response.ok || response.body === null) throw new Error(`the CDN answered ${response.status}`);
  const parts: Uint8Array[] = [];
  let size = 0;
  // Throwing out of the loop cancels the rest of the body.
  for await (const part of response.body) {
    size += part.length;
    if (size > MOST_BYTES) throw new Error('the CDN sends too much');
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** Whole, on paper: nothing of a jewel is cut off. */
async function shrink(source: Buffer): Promise<Buffer> {
  const picture = await openPicture(source);
  return picture
    .resize(EDGE, EDGE, { fit: 'contain', background: PAPER })
    .jpeg({ quality: QUALITY })
    .toBuffer();
}
