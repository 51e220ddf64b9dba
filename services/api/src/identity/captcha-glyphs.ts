/**
 * The captcha's own letters, as strokes on a 4 × 6 grid: no font has to be there, and none can be matched
 * against. Signs that look alike are left out (0 O, 1 I L, 2 Z, 5 S, 8 B, U V, G 6, Q).
 * `x,y x,y|x,y …`: points of a stroke, strokes parted by a bar.
 */
const STROKES = {
  A: '0,6 2,0 4,6|0.8,4 3.2,4',
  C: '4,1 3,0 1,0 0,1.5 0,4.5 1,6 3,6 4,5',
  D: '0,0 0,6 2.4,6 4,4.4 4,1.6 2.4,0 0,0',
  E: '4,0 0,0 0,6 4,6|0,3 3,3',
  F: '4,0 0,0 0,6|0,3 3,3',
  H: '0,0 0,6|4,0 4,6|0,3 4,3',
  J: '1,0 4,0|2.8,0 2.8,5 2,6 0.8,6 0,5',
  K: '0,0 0,6|4,0 0,3.4|1.4,2.4 4,6',
  M: '0,6 0,0 2,3.2 4,0 4,6',
  N: '0,6 0,0 4,6 4,0',
  P: '0,6 0,0 3,0 4,1 4,2.4 3,3.4 0,3.4',
  R: '0,6 0,0 3,0 4,1 4,2.2 3,3.2 0,3.2|2,3.2 4,6',
  T: '0,0 4,0|2,0 2,6',
  W: '0,0 1,6 2,2.4 3,6 4,0',
  X: '0,0 4,6|4,0 0,6',
  Y: '0,0 2,3 4,0|2,3 2,6',
  '3': '0,0.8 1,0 3,0 4,1 4,2 2.6,3 1.6,3|2.6,3 4,4 4,5 3,6 1,6 0,5.2',
  '4': '3,6 3,0 0,4 4,4',
  '7': '0,0 4,0 1.6,6',
  '9': '4,2 3,3.2 1,3.2 0,2.2 0,1 1,0 3,0 4,1 4,4 3,6 1,6',
} as const;

type Sign = keyof typeof STROKES;

export interface Point {
  readonly x: number;
  readonly y: number;
}

export const CAPTCHA_SIGNS = Object.keys(STROKES).join('');

/** The strokes of one sign, as points on the grid; none for a sign that is not ours. */
export function strokesOf(sign: string): readonly (readonly Point[])[] {
  if (!isSign(sign)) return [];
  return STROKES[sign].split('|').map((stroke) => stroke.split(' ').map(pointOf));
}

function isSign(sign: string): sign is Sign {
  return Object.hasOwn(STROKES, sign);
}

function pointOf(text: string): Point {
  const [x = '0', y = '0'] = text.split(',');
  return { x: Number(x), y: Number(y) };
}
