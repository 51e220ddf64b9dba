import { describe, expect, it } from 'vitest';
import { DEFAULT_POLICY } from '../policy.ts';
import { encodeWithin, encodingSteps, fitWithin, IMAGE_LIMITS, uploadName } from './fit.ts';

describe('the size of a picture', () => {
  it.each([
    [
      { width: 1920, height: 1080 },
      { width: 1920, height: 1080 },
    ],
    [
      { width: 1921, height: 1080 },
      { width: 1920, height: 1079 },
    ],
    [
      { width: 3000, height: 4000 },
      { width: 1440, height: 1920 },
    ],
    [
      { width: 12, height: 7 },
      { width: 12, height: 7 },
    ],
    [
      { width: 40_000, height: 3 },
      { width: 1920, height: 1 },
    ],
  ])('of %o is %o', (given, fitted) => {
    expect(fitWithin(given, IMAGE_LIMITS.edge)).toEqual(fitted);
  });
});

describe('the tries at writing a picture', () => {
  it('lower the quality before they take from the size', () => {
    const steps = encodingSteps({ width: 4000, height: 3000 });
    const full = steps.filter(({ edge }) => edge === 1920).map(({ quality }) => quality);
    expect(full).toEqual([86, 78, 70, 62, 54, 46]);
    expect(steps[full.length]).toEqual({ edge: 1536, quality: 70 });
  });

  it('never grow and never enlarge', () => {
    const steps = encodingSteps({ width: 700, height: 500 });
    expect(Math.max(...steps.map(({ edge }) => edge))).toBe(700);
    for (const [index, step] of steps.entries())
      expect(step.edge).toBeLessThanOrEqual(steps[index - 1]?.edge ?? Infinity);
  });

  it('end at an edge of 160 px, below which nothing can be seen any more', () => {
    const edgesOf = (width: number) => [
      ...new Set(encodingSteps({ width, height: 1 }).map(({ edge }) => edge)),
    ];
    expect(edgesOf(200)).toEqual([200, 160]);
    expect(edgesOf(199)).toEqual([199]);
  });

  it('stop at the first that is small enough, the limit itself being small enough', async () => {
    const asked: number[] = [];
    const encode = async (_size: object, quality: number) => {
      asked.push(quality);
      return { size: quality > 70 ? IMAGE_LIMITS.bytes + 1 : IMAGE_LIMITS.bytes };
    };
    expect(await encodeWithin({ width: 100, height: 100 }, encode)).toEqual({ size: IMAGE_LIMITS.bytes });
    expect(asked).toEqual([86, 78, 70]);
  });

  it('end with nothing when nothing fits', async () => {
    const tooLarge = async () => ({ size: IMAGE_LIMITS.bytes + 1 });
    expect(await encodeWithin({ width: 2000, height: 2000 }, tooLarge)).toBeNull();
  });
});

describe('the name of an upload', () => {
  it.each([
    ['ring.png', 'ring.png'],
    ['ring.JPEG', 'ring.JPEG'],
    ['ring.heic', 'ring.jpg'],
    ['ring.old.webp', 'ring.old.jpg'],
    ['ring', 'ring.jpg'],
    ['.heic', 'picture.jpg'],
  ])('%s is %s', (given, sent) => {
    expect(uploadName(given)).toBe(sent);
  });
});

describe('a picture that is still too large', () => {
  it('gets two qualities at each smaller edge, down to 160 and no further', () => {
    const steps = encodingSteps({ width: 300, height: 200 }).slice(6);
    expect(steps.map(({ edge, quality }) => `${edge}/${quality}`)).toEqual([
      '240/70',
      '240/50',
      '192/70',
      '192/50',
    ]);
  });
});

describe('the limit of an upload (product/images.md §1)', () => {
  it('is half a megabyte and 1920 px, the last byte and pixel included', async () => {
    const sizes = [524_289, 524_288];
    const tried: number[] = [];
    const encode = async ({ width }: { readonly width: number }) => {
      tried.push(width);
      return { size: sizes[tried.length - 1] ?? 0 };
    };
    expect(await encodeWithin({ width: 1921, height: 10 }, encode)).toEqual({ size: 524_288 });
    expect(tried).toEqual([1920, 1920]);
  });

  it('is the default until another is configured', () => {
    const { imageBytes: bytes, imageEdge: edge } = DEFAULT_POLICY;
    expect(IMAGE_LIMITS).toEqual({ bytes, edge });
  });
});
