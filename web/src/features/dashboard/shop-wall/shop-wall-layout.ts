/** Measures of a shop's wall in em, as wall-layout.ts has them for a factory's. */
export const SHOP_WALL = {
  around: 2.2,
  head: 3.4,
  figures: 5.6,
  strip: 2.6,
  gaps: 2.4,
  column: 5.2,
  row: 4.1,
} as const;

const FEWEST_ROWS = 3;
const MOST_ROWS = 12;
/** Below this width the columns stand under one another and the page scrolls. */
export const NARROW_PX = 900;

/** The type in px and how many cards of one size a column holds. */
export function shopWallLayout(
  width: number,
  height: number,
): { readonly em: number; readonly rows: number } {
  if (width < NARROW_PX) return { em: 13, rows: MOST_ROWS };
  const em = Math.max(12, Math.min(44, width * 0.011, height * 0.0196));
  const { around, head, figures, strip, gaps, column, row } = SHOP_WALL;
  const room = height / em - around - head - figures - strip - gaps - column;
  return { em, rows: Math.max(FEWEST_ROWS, Math.min(MOST_ROWS, Math.floor(room / row))) };
}
