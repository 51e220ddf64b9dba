import type { LineFlaw } from './read-file.ts';

export const LINE_ACTIONS = ['insert', 'update', 'unchanged', 'error'] as const;
export type LineAction = (typeof LINE_ACTIONS)[number];

/** What a row of the file does to the table. Says which cells are wrong, never what they hold: they may be anybody's. */
export interface LineReport {
  readonly line: number;
  readonly action: LineAction;
  /** What an update changes, as columns of the file. */
  readonly changes: readonly string[];
  readonly errors: readonly LineFlaw[];
}

export type ImportCounts = Readonly<Record<LineAction, number>>;

export function countLines(lines: readonly LineReport[]): ImportCounts {
  const counts = { insert: 0, update: 0, unchanged: 0, error: 0 };
  for (const { action } of lines) counts[action] += 1;
  return counts;
}
