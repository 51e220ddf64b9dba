import { createHash } from 'node:crypto';
import type { BlobRef } from '@atelier/domain/kernel.ts';
import type { ProductKind } from '@atelier/domain/shared/product.ts';
import { createRandom, type Random } from '../reference/random.ts';
import type { Piece } from './facts.ts';
import { Canvas, type Colour } from './png.ts';

const PAPER: Colour = [250, 248, 244];
const INK: readonly Colour[] = [PAPER, [30, 34, 66]];
const CLOTH: Colour = [236, 230, 220];
const STONE: Colour = [214, 232, 240];
const FLAW: Colour = [176, 58, 46];

const METAL: Readonly<Record<string, readonly [Colour, Colour]>> = {
  YG: [
    [214, 178, 94],
    [178, 138, 56],
  ],
  VM: [
    [214, 178, 94],
    [178, 138, 56],
  ],
  RG: [
    [216, 158, 128],
    [176, 112, 84],
  ],
  WG: [
    [202, 204, 208],
    [150, 153, 160],
  ],
  PT: [
    [196, 199, 204],
    [138, 142, 150],
  ],
  SV: [
    [190, 192, 194],
    [128, 130, 134],
  ],
};

const SIDE = 144;
const MIDDLE = SIDE / 2;
const TURN = Math.PI * 2;

/**
 * Draws and collects the demo's picture files: signatures, photographs of pieces and of gold on the scale. Each is
 * drawn once per key and known by the hash of its bytes, as in the blob store. `variety` limits how many different
 * ones there are, for histories so large that the pictures are not looked at.
 */
export class Pictures {
  readonly #files = new Map<BlobRef, Buffer>();
  readonly #known = new Map<string, BlobRef>();
  readonly #variety: number;

  constructor(variety = Infinity) {
    this.#variety = variety;
  }

  /** Every file drawn so far, by its hash. */
  get files(): ReadonlyMap<BlobRef, Buffer> {
    return this.#files;
  }

  signature(key: string): BlobRef {
    return this.#once(`signature ${this.#among(key)}`, signature);
  }

  /** So many views of a piece. */
  photos({ product }: Piece, count: number): readonly BlobRef[] {
    return Array.from({ length: count }, (_, view) =>
      this.#once(`photo ${product.sku} ${view}`, (random) =>
        photo(product.kind, product.sku.slice(-2), random),
      ),
    );
  }

  /** A gold piece beside the scale's display. */
  scale({ product }: Piece): BlobRef {
    return this.#once(`scale ${product.sku}`, (random) => photo(product.kind, product.sku.slice(-2), random));
  }

  #among(key: string): string {
    if (this.#variety === Infinity) return key;
    return String(createHash('sha256').update(key).digest().readUInt32BE() % this.#variety);
  }

  #once(key: string, draw: (random: Random) => Buffer): BlobRef {
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const bytes = draw(createRandom(0, key));
    const hash = createHash('sha256').update(bytes).digest('hex');
    this.#files.set(hash, bytes);
    this.#known.set(key, hash);
    return hash;
  }
}

/** A name written fast: loops that lean to the right, and a line beneath. */
function signature(random: Random): Buffer {
  const canvas = new Canvas(200, 76);
  const loops = random.int(5, 9);
  const [height, lean, phase] = [random.int(10, 20), random.int(6, 14), random.next() * TURN];
  const name = (t: number): [number, number] => [
    20 + 150 * t + lean * Math.sin(loops * TURN * t + phase),
    38 + height * Math.sin(loops * TURN * t) * (1 - 0.55 * t) - 8 * Math.sin(3 * t + phase),
  ];
  const line = (t: number): [number, number] => [26 + 140 * t, 64 - 6 * t + 2 * Math.sin(6 * t + phase)];
  canvas.stroke(name, 1.3, 1, 70 * loops);
  if (random.chance(0.6)) canvas.stroke(line, 1.1, 1, 150);
  return canvas.toPng(INK);
}

/** Palette places: cloth, shade of the metal, metal, stone, flaw. */
export function photo(kind: ProductKind, metal: string, random: Random): Buffer {
  const canvas = new Canvas(SIDE, SIDE);
  const tilt = 0.75 + random.next() * 0.25;
  const { draw, reach } = OUTLINES[kind];
  draw(canvas, tilt);
  const angle = random.next() * TURN;
  canvas.dot(MIDDLE + reach * Math.cos(angle), MIDDLE + reach * tilt * Math.sin(angle), 3, 4);
  const [light, shade] = METAL[metal] ?? [STONE, FLAW];
  return canvas.toPng([CLOTH, shade, light, STONE, FLAW]);
}

type Outline = (canvas: Canvas, tilt: number) => void;

const hoop =
  (radius: number, thick: number): Outline =>
  (canvas, tilt) => {
    const at = (t: number): [number, number] => [
      MIDDLE + radius * Math.cos(TURN * t),
      MIDDLE + radius * tilt * Math.sin(TURN * t),
    ];
    canvas.stroke(at, thick, 1, 5 * radius);
    canvas.stroke(at, thick - 1.5, 2, 5 * radius);
  };

const stones =
  (count: number, radius: number, size: number): Outline =>
  (canvas, tilt) => {
    for (let index = 0; index < count; index += 1) {
      const angle = (index / count - 0.25) * TURN;
      canvas.dot(MIDDLE + radius * Math.cos(angle), MIDDLE + radius * tilt * Math.sin(angle), size, 3);
    }
  };

const all =
  (...parts: readonly Outline[]): Outline =>
  (canvas, tilt) => {
    for (const draw of parts) draw(canvas, tilt);
  };

interface Drawing {
  readonly draw: Outline;
  /** Where on the piece a flaw may be, from its middle. */
  readonly reach: number;
}

const OUTLINES: Readonly<Record<ProductKind, Drawing>> = {
  ring: { draw: all(hoop(37, 5), stones(1, 37, 8)), reach: 37 },
  necklace: { draw: all(hoop(54, 2.5), stones(9, 54, 4)), reach: 54 },
  pendant: { draw: all(hoop(50, 2), stones(1, 28, 10)), reach: 50 },
  earrings: { draw: all(hoop(24, 3.5), stones(2, 24, 7)), reach: 24 },
  bracelet: { draw: all(hoop(45, 4.5), stones(14, 45, 3)), reach: 45 },
  brooch: { draw: all(hoop(29, 6), stones(5, 29, 5)), reach: 29 },
  anklet: { draw: all(hoop(49, 2), stones(3, 49, 3)), reach: 49 },
};
