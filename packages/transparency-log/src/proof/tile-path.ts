import { TILE_WIDTH } from './merkle.ts';

/** A tile, or its beginning as it was at an earlier size. */
export interface TileAddress {
  readonly tile: number;
  /** How many hashes or entries, 1 to 256. */
  readonly width: number;
}

const PATH = /^((?:x\d{3}\/)*)(\d{3})(?:\.p\/([1-9]\d{0,2}))?$/;

/** Reads `x001/x234/067` or `x001/234.p/12` (C2SP tlog-tiles); undefined for anything else. */
export function parseTilePath(path: string): TileAddress | undefined {
  const match = PATH.exec(path);
  if (match === null) return undefined;
  const [, above = '', last = '', width] = match;
  const tile = Number(above.replaceAll(/[x/]/g, '') + last);
  // Only one way to write each: no group of zeros in front.
  if (!Number.isSafeInteger(tile) || above.startsWith('x000')) return undefined;
  const count = width === undefined ? TILE_WIDTH : Number(width);
  if (width !== undefined && count >= TILE_WIDTH) return undefined;
  return { tile, width: count };
}

/** The path below the level: groups of three digits, each but the last behind an x. */
export function tilePath({ tile, width }: TileAddress): string {
  const digits = String(tile);
  const padded = digits.padStart(Math.ceil(digits.length / 3) * 3, '0');
  const groups = padded.match(/\d{3}/g) ?? [];
  const path = groups.map((group, place) => (place < groups.length - 1 ? `x${group}` : group)).join('/');
  return width === TILE_WIDTH ? path : `${path}.p/${width}`;
}

/** How many hashes a tile of a level has in a tree of this size; 0 when the tree does not reach it. */
export function tileWidth(size: number, level: number, tile: number): number {
  const hashes = Math.floor(size / TILE_WIDTH ** level);
  return Math.max(0, Math.min(TILE_WIDTH, hashes - tile * TILE_WIDTH));
}
