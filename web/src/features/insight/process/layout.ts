import type { Path } from '@atelier/domain/insight/process.ts';
import { Status, type StatusId } from '@atelier/domain/shared/status.ts';

/** Units of the drawing; the width of a screen scales it. */
export const MAP = { width: 1200, height: 672 } as const;
export const NODE = { width: 104, height: 52 } as const;
const [EDGE, PITCH] = [72, 132] as const;

interface Point {
  readonly x: number;
  readonly y: number;
}
/** Where each status stands: columns follow the order of the state table, heights its phase. */
const PLACES: Readonly<Record<StatusId, readonly [x: number, y: number]>> = {
  [Status.Created]: [72, 80],
  [Status.Cancelled]: [204, 80],
  [Status.SentToWarehouse]: [72, 170],
  [Status.ReceiveFromShop]: [72, 270],
  [Status.SAVCheckResult]: [204, 270],
  [Status.MCToCN]: [336, 270],
  [Status.IncomingCheck]: [336, 488],
  [Status.RepairProcess]: [468, 488],
  [Status.RepairPolish]: [600, 488],
  [Status.RepairQC]: [732, 488],
  [Status.PlatingProcess]: [864, 418],
  [Status.AssemblyProcess]: [996, 362],
  [Status.AssemblyPenPlatingProcess]: [996, 446],
  [Status.AssemblySettingStone]: [996, 530],
  [Status.AssemblySettingPearl]: [996, 614],
  [Status.FinalQCProcess]: [1128, 488],
  [Status.RepairDone]: [1128, 270],
  [Status.LogisticsShipOut]: [1128, 170],
  [Status.ShopReceived]: [1128, 80],
  [Status.TakenByClient]: [996, 80],
  [Status.Closed]: [864, 80],
};
/** The bands behind: where pieces are. */
export const LANES = [
  { phase: 'shop', from: 0, to: 124 },
  { phase: 'transit', from: 124, to: 220 },
  { phase: 'factory', from: 220, to: MAP.height },
] as const;

export function placeOf(status: StatusId): Point {
  const [x, y] = PLACES[status];
  return { x, y };
}

/** A cubic curve: begin, two points that pull it, end. */
export type Curve = readonly [Point, Point, Point, Point];

const HALF = { x: NODE.width / 2, y: NODE.height / 2 } as const;
/** An arrow ends a little before the box. */
const GAP = 5;

/**
 * The line of an arc. Neighbours are joined straight; a way back hangs below the row, a move outside the rules stands above it,
 * and so does a step that passes over others in one row.
 */
export function curveOf(from: StatusId, to: StatusId, path: Path): Curve {
  const [a, b] = [placeOf(from), placeOf(to)];
  if (path === 'back') return hung(a, b, 1);
  const columns = Math.abs(a.x - b.x) / PITCH;
  if (columns === 0) return path === 'step' && isNeighbour(from, to) ? straightDown(a, b) : bulged(a, b);
  if (path !== 'step') return hung(a, b, -1);
  if (a.y === b.y) return columns === 1 ? straightAcross(a, b) : hung(a, b, -1);
  return swung(a, b);
}

const isNeighbour = (from: StatusId, to: StatusId): boolean => {
  const [a, b] = [placeOf(from), placeOf(to)];
  const between = Object.values(PLACES).filter(
    ([x, y]) => x === a.x && y > Math.min(a.y, b.y) && y < Math.max(a.y, b.y),
  );
  return between.length === 0;
};

const side = (from: number, to: number): number => Math.sign(to - from);

function straightAcross(a: Point, b: Point): Curve {
  const way = side(a.x, b.x);
  const [begin, end] = [a.x + way * HALF.x, b.x - way * (HALF.x + GAP)];
  return line({ x: begin, y: a.y }, { x: end, y: b.y });
}

function straightDown(a: Point, b: Point): Curve {
  const way = side(a.y, b.y);
  return line({ x: a.x, y: a.y + way * HALF.y }, { x: b.x, y: b.y - way * (HALF.y + GAP) });
}

const line = (begin: Point, end: Point): Curve => [
  begin,
  { x: begin.x + (end.x - begin.x) / 3, y: begin.y + (end.y - begin.y) / 3 },
  { x: begin.x + (2 * (end.x - begin.x)) / 3, y: begin.y + (2 * (end.y - begin.y)) / 3 },
  end,
];

/** Beside the column, inside the drawing: for statuses with others between them. */
function bulged(a: Point, b: Point): Curve {
  const way = a.x === EDGE ? 1 : -1;
  const out = way * (HALF.x + 24 + Math.abs(a.y - b.y) * 0.12);
  return [
    { x: a.x + way * HALF.x, y: a.y },
    { x: a.x + out, y: a.y },
    { x: b.x + out, y: b.y },
    { x: b.x + way * (HALF.x + GAP), y: b.y },
  ];
}

/** From a side of one box to a side of another in a different row. */
function swung(a: Point, b: Point): Curve {
  const way = side(a.x, b.x);
  const [begin, end] = [a.x + way * HALF.x, b.x - way * (HALF.x + GAP)];
  const pull = Math.max(24, Math.abs(end - begin) * 0.5) * way;
  return [
    { x: begin, y: a.y },
    { x: begin + pull, y: a.y },
    { x: end - pull, y: b.y },
    { x: end, y: b.y },
  ];
}

/** Below (1) or above (-1) the boxes, the deeper the farther they are apart, inside the drawing. */
function hung(a: Point, b: Point, way: 1 | -1): Curve {
  const room = way === 1 ? MAP.height - Math.max(a.y, b.y) : Math.min(a.y, b.y);
  const wanted = 34 + 0.16 * Math.hypot(a.x - b.x, a.y - b.y);
  // Three quarters of the pull are drawn.
  const depth = way * Math.min(wanted, (room - HALF.y - GAP) / 0.8);
  const shift = side(a.x, b.x) * 16;
  const [begin, end] = [
    { x: a.x + shift, y: a.y + way * HALF.y },
    { x: b.x - shift, y: b.y + way * (HALF.y + GAP) },
  ];
  return [begin, { x: begin.x, y: begin.y + depth }, { x: end.x, y: end.y + depth }, end];
}

/** For a language that is read from the right. */
export const mirrored = ({ x, y }: Point, isRtl: boolean): Point => ({ x: isRtl ? MAP.width - x : x, y });

/** The point halfway along a curve, where its label stands. */
export function middleOf([a, b, c, d]: Curve): Point {
  const mix = (from: number, one: number, two: number, to: number) => (from + 3 * one + 3 * two + to) / 8;
  return { x: mix(a.x, b.x, c.x, d.x), y: mix(a.y, b.y, c.y, d.y) };
}

/** A straight line leaves room for its label beside it, a curve carries it. */
export function courseOf(curve: Curve): 'across' | 'down' | 'curved' {
  const [{ x, y }] = curve;
  if (curve.every((point) => point.y === y)) return 'across';
  return curve.every((point) => Math.abs(point.x - x) < 1) ? 'down' : 'curved';
}

export const drawn = (curve: Curve): string => {
  const [a, b, c, d] = curve.map(({ x, y }) => `${Math.round(x)},${Math.round(y)}`);
  return `M${a}C${b} ${c} ${d}`;
};

const [THIN, THICK] = [1.4, 13] as const;
/** As thick as its share of the busiest arc. */
export const thicknessOf = (count: number, most: number): number =>
  most === 0 ? THIN : THIN + (THICK - THIN) * (count / most);

const LETTERS = 15;
/** A name on at most two lines, broken between words; scripts without spaces stay whole. */
export function linesOf(name: string): readonly string[] {
  if (name.length <= LETTERS) return [name];
  const words = name.split(' ');
  const fits = words.findLastIndex((_, index) => words.slice(0, index + 1).join(' ').length <= LETTERS);
  if (fits === -1 || words.length === 1)
    return words.length === 1 ? [name] : [words[0] ?? name, words.slice(1).join(' ')];
  return [words.slice(0, fits + 1).join(' '), words.slice(fits + 1).join(' ')];
}
