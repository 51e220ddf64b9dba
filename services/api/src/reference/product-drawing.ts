import type { ProductKind } from '@atelier/domain/shared/product.ts';

/** What a drawing depends on; the SKU chooses cut and tilt, so that two rings in a list look like two. */
export interface DrawnProduct {
  readonly sku: string;
  readonly kind: ProductKind;
}

const METAL_INKS: Readonly<Record<string, string>> = {
  YG: '#9a7b3c',
  RG: '#a8705c',
  VM: '#a58a45',
  WG: '#6f7378',
  PT: '#5f656c',
  SV: '#7d8187',
};
const DEFAULT_INK = '#7a5f27';
/** Of stones only: the ground is the page's own, light or dark. */
const STONE = '#f4efe6';

const hash = (text: string): number => {
  let value = 7;
  for (const char of text) value = (value * 31 + (char.codePointAt(0) ?? 0)) % 65_521;
  return value;
};

type Cut = (x: number, y: number, size: number) => string;

const roundCut: Cut = (x, y, r) =>
  `<circle cx="${x}" cy="${y}" r="${r}"/><circle cx="${x}" cy="${y}" r="${r * 0.55}"/>` +
  [0, 60, 120]
    .map((turn) => `<path d="M${x - r} ${y}h${2 * r}" transform="rotate(${turn} ${x} ${y})"/>`)
    .join('');

const emeraldCut: Cut = (x, y, r) => {
  const octagon = (s: number) => {
    const [w, h, c] = [s * 0.8, s * 1.05, s * 0.35];
    return `<path d="M${x - w + c} ${y - h}h${2 * (w - c)}l${c} ${c}v${2 * (h - c)}l${-c} ${c}h${-2 * (w - c)}l${-c} ${-c}v${-2 * (h - c)}z"/>`;
  };
  return octagon(r) + octagon(r * 0.6);
};

const pearCut: Cut = (x, y, r) =>
  `<path d="M${x} ${y - r * 1.4}C${x + r * 0.6} ${y - r * 0.5} ${x + r} ${y} ${x + r * 0.8} ${y + r * 0.5}A${r} ${r} 0 0 1 ${x - r * 0.8} ${y + r * 0.5}C${x - r} ${y} ${x - r * 0.6} ${y - r * 0.5} ${x} ${y - r * 1.4}z"/>` +
  `<path d="M${x} ${y - r * 1.4}L${x - r * 0.4} ${y}L${x} ${y + r}L${x + r * 0.4} ${y}zM${x - r * 0.9} ${y}h${r * 1.8}"/>`;

/** A stone hides the metal behind it. */
const opaque =
  (cut: Cut): Cut =>
  (x, y, size) =>
    `<g fill="${STONE}">${cut(x, y, size)}</g>`;

const CUTS: readonly Cut[] = [roundCut, emeraldCut, pearCut].map(opaque);

/** A row of beads along a path. */
const beads = (path: string, size: number, gap: number) =>
  `<path d="${path}" stroke-width="${size}" stroke-linecap="round" stroke-dasharray="0 ${gap}"/>`;

const earring = (x: number, cut: Cut) =>
  `<path d="M${x} 92a12 12 0 1 1 12 -12M${x} 92v34"/>${cut(x, 168, 26)}<circle cx="${x}" cy="216" r="7"/>`;

const DRAWINGS: Readonly<Record<ProductKind, (cut: Cut) => string>> = {
  ring: (cut) =>
    `<circle cx="150" cy="188" r="68"/><circle cx="150" cy="188" r="58"/><path d="M132 124l-8 -14M168 124l8 -14"/>${cut(150, 90, 30)}`,
  necklace: (cut) =>
    `${beads('M62 56C58 176 112 218 150 218S242 176 238 56', 5, 11)}<path d="M150 218v8"/>${cut(150, 246, 18)}`,
  pendant: (cut) =>
    `<path d="M70 48L144 156M230 48L156 156"/><circle cx="150" cy="160" r="8"/><circle cx="150" cy="210" r="42"/>${cut(150, 210, 24)}`,
  earrings: (cut) => earring(100, cut) + earring(200, cut),
  bracelet: (cut) =>
    `<ellipse cx="150" cy="150" rx="104" ry="66"/><ellipse cx="150" cy="150" rx="94" ry="57"/>${cut(150, 212, 17)}${cut(98, 200, 11)}${cut(202, 200, 11)}`,
  brooch: (cut) =>
    `<path d="M78 222C70 130 130 74 226 74C232 168 176 228 78 222zM78 222L196 104M112 188v-44M112 188h46M146 154v-40M146 154h42"/>${cut(206, 94, 15)}`,
  anklet: (cut) =>
    `${beads('M52 130C70 216 230 216 248 130', 3, 7)}<path d="M150 196v10"/>${cut(150, 222, 13)}`,
};

/**
 * A product's picture when no CDN is configured: our own line drawing of its kind, 300 × 300, as SVG text. The lines are
 * thick enough to be seen at 38 px. The
 * same SKU always looks the same. A SKU of the wrong shape must not come here: it would stand in the drawing's choice only.
 */
export const drawProduct = ({ sku, kind }: DrawnProduct): string => {
  const number = hash(sku);
  const cut = CUTS[number % CUTS.length] ?? opaque(roundCut);
  const tilt = (Math.floor(number / 7) % 13) - 6;
  const ink = METAL_INKS[sku.slice(-2)] ?? DEFAULT_INK;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 300" width="300" height="300">` +
    `<g fill="none" stroke="${ink}" stroke-width="5" stroke-linejoin="round" transform="rotate(${tilt} 150 150)">` +
    `${DRAWINGS[kind](cut)}</g></svg>`
  );
};
