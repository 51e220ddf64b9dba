/** The piece whose detail is open: a deposit, and which of its items; null when none of them is chosen. */
export interface OpenPiece {
  readonly rmaId: number;
  readonly itemId: number | null;
}

/** The address of a piece's own page, ready to work on. */
export const readRmaPath = ({ rmaId, itemId }: OpenPiece): string =>
  `/readRma?id=${rmaId}${itemId === null ? '' : `&item=${itemId}`}&work=1`;
