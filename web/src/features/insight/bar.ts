/** One bar across; `tone` shows as a hatch as well as a colour. */
export interface Bar {
  readonly name: string;
  readonly value: number;
  /** A tick on the bar's line: the same before. */
  readonly mark: number | null;
  readonly tone: 'ok' | 'due' | 'late' | 'over';
  /** What stands at its end; the value where it is left out. */
  readonly end?: string;
}

export interface BarsProps {
  readonly label: string;
  readonly bars: readonly Bar[];
  /** A bar was chosen, by its place; left out where no pieces are behind it. */
  readonly onOpen?: (index: number) => void;
}

/** Of a bar with the room around it, in pixels. */
export const ROW_HEIGHT = 27;
