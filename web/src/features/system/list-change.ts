import type { ChangeLine } from './queries.ts';

export interface ListChange {
  /** There was no list before. */
  readonly isNew: boolean;
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/** A changed list of names as what came and what went; null for anything else. */
export function listChange({ before, after }: Pick<ChangeLine, 'before' | 'after'>): ListChange | null {
  if (!Array.isArray(after) || (before !== null && !Array.isArray(before))) return null;
  const [was, is] = [(before ?? []).map(shown), after.map(shown)];
  return {
    isNew: before === null,
    added: is.filter((each) => !was.includes(each)),
    removed: was.filter((each) => !is.includes(each)),
  };
}

/** The part of a role's name that is not the same for all. */
const shown = (value: unknown): string => String(value).split('FRONT_').at(-1) ?? '';
