/** A numbered mark on a picture: where, as parts of its width and height from the top left, and what is there. */
export interface Mark {
  readonly image: string;
  readonly x: number;
  readonly y: number;
  readonly text: string;
}

/** The marks on one picture, each with its number among all of the piece. */
export const marksOn = (
  image: string,
  marks: readonly Mark[],
): readonly (Mark & { readonly number: number })[] =>
  marks.flatMap((mark, index) => (mark.image === image ? [{ ...mark, number: index + 1 }] : []));

/** Inside the picture, to a ten-thousandth. */
export const inside = (part: number): number => Math.round(Math.min(1, Math.max(0, part)) * 10_000) / 10_000;
