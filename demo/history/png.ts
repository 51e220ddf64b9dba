import { crc32, deflateSync } from 'node:zlib';

/** Red, green, blue, 0 to 255. */
export type Colour = readonly [number, number, number];

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const PALETTE_IMAGE = 3;

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}

/** Pixels by their place in a palette of at most 256 colours. */
export class Canvas {
  readonly width: number;
  readonly height: number;
  readonly #pixels: Uint8Array;

  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
    this.#pixels = new Uint8Array(width * height);
  }

  /** A round dot; a higher colour is never painted over by a lower one, so that strokes may cross. */
  dot(x: number, y: number, radius: number, colour: number): void {
    const reach = Math.ceil(radius);
    for (let row = Math.floor(y) - reach; row <= y + reach; row += 1) {
      for (let column = Math.floor(x) - reach; column <= x + reach; column += 1) {
        if ((column - x) ** 2 + (row - y) ** 2 <= radius ** 2) this.#put(column, row, colour);
      }
    }
  }

  /** A line drawn as a function of 0 … 1. */
  stroke(at: (t: number) => readonly [number, number], radius: number, colour: number, steps: number): void {
    for (let step = 0; step <= steps; step += 1) {
      const [x, y] = at(step / steps);
      this.dot(x, y, radius, colour);
    }
  }

  #put(column: number, row: number, colour: number): void {
    if (column < 0 || row < 0 || column >= this.width || row >= this.height) return;
    const place = row * this.width + column;
    if (colour > (this.#pixels[place] ?? 0)) this.#pixels[place] = colour;
  }

  /** The picture as a PNG file; pixels that were never touched have the palette's first colour. */
  toPng(palette: readonly Colour[]): Buffer {
    const head = Buffer.alloc(13);
    head.writeUInt32BE(this.width, 0);
    head.writeUInt32BE(this.height, 4);
    head.set([8, PALETTE_IMAGE, 0, 0, 0], 8);
    return Buffer.concat([
      SIGNATURE,
      chunk('IHDR', head),
      chunk('PLTE', Uint8Array.from(palette.flat())),
      chunk('IDAT', deflateSync(this.#lines(), { level: 4 })),
      chunk('IEND', new Uint8Array()),
    ]);
  }

  /** Each line begins with its filter: none. */
  #lines(): Buffer {
    const lines = Buffer.alloc((this.width + 1) * this.height);
    for (let row = 0; row < this.height; row += 1) {
      lines.set(this.#pixels.subarray(row * this.width, (row + 1) * this.width), row * (this.width + 1) + 1);
    }
    return lines;
  }
}
