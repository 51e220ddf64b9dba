/** Measures of a wall in em: its type grows with its width, so that one layout serves every screen and no number is cut. */
export const WALL = { lane: 11.6, head: 5.4, card: 3.55, rest: 1.9, edge: 1.1, top: 3.4, gap: 0.6 } as const;

/** The type of a wall in px: read from across the room, and never smaller than a desk's. */
export const wallEm = (width: number): number => Math.max(14, Math.min(44, width * 0.011));

export interface WallLayout {
  /** Lanes side by side, and rows of lanes below each other. */
  readonly columns: number;
  readonly rows: number;
  /** Cards that fit into a lane, and how many beside the line that says how many more there are. */
  readonly cards: number;
  readonly cardsBesideRest: number;
  /** Height of every card in em: they fill their lane. */
  readonly cardEm: number;
}

/** Space between two cards, within `WALL.card`. */
const CARD_GAP = 0.3;
const TALLEST_CARD = 4.4;

/** Two rows where one holds not all lanes: a floor at a glance before turned pages. */
export function wallLayout(width: number, height: number, lanes: number): WallLayout {
  const em = wallEm(width);
  const columns = Math.max(1, Math.floor((width / em - 2 * WALL.edge + WALL.gap) / (WALL.lane + WALL.gap)));
  const rows = lanes > columns ? 2 : 1;
  const laneEm = (height / em - WALL.top - 2 * WALL.edge - (rows - 1) * WALL.gap) / rows;
  const fitting = (room: number) => Math.max(1, Math.floor(room / WALL.card));
  const [cards, cardsBesideRest] = [fitting(laneEm - WALL.head), fitting(laneEm - WALL.head - WALL.rest)];
  const shares = [(laneEm - WALL.head) / cards, (laneEm - WALL.head - WALL.rest) / cardsBesideRest];
  return {
    columns: Math.min(columns, Math.ceil(lanes / rows) || 1),
    rows,
    cards,
    cardsBesideRest,
    cardEm: Math.max(WALL.card, Math.min(TALLEST_CARD, ...shares)) - CARD_GAP,
  };
}

/** How many cards a lane shows of its pieces. */
export const shownOnWall = (
  count: number,
  { cards, cardsBesideRest }: Pick<WallLayout, 'cards' | 'cardsBesideRest'>,
): number => (count <= cards ? count : cardsBesideRest);
