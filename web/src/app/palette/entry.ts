import type { ContactView } from '@atelier/contracts/reference/schema.ts';
import type { ItemView } from '@atelier/contracts/repair-detail/schema.ts';
import type { ReactNode } from 'react';
import { keysOf, type ShortcutName } from '../../shared/keys/keys.ts';

/** In the order of the list. */
export const GROUPS = ['clients', 'actions', 'pieces', 'packages', 'people', 'screens'] as const;
export type Group = (typeof GROUPS)[number];

/** A line of the search box: what was found, or what can be done. */
export interface Entry {
  readonly key: string;
  readonly group: Group;
  readonly title: string;
  readonly note?: string;
  readonly icon: ReactNode;
  readonly tag?: ReactNode;
  /** Where Enter leads; or what it does. */
  readonly to?: string;
  readonly run?: () => void;
  /** The keys that do the same; those with Alt work in the box. */
  readonly shortcut?: ShortcutName;
  /** Shown beside the list while the line is marked. */
  readonly about?: { readonly client: ContactView } | { readonly item: ItemView };
}

/** What was typed: words to find; after ">" actions alone. */
export interface Wanted {
  readonly words: string;
  readonly onlyActions: boolean;
}

export function wantedBy(typed: string): Wanted {
  const text = typed.trim();
  return text.startsWith('>')
    ? { words: text.slice(1).trim(), onlyActions: true }
    : { words: text, onlyActions: false };
}

const folded = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** Whether the text contains each of the words, without regard to case and accents. */
export const holds = (text: string, words: string): boolean => {
  const inText = folded(text);
  return folded(words)
    .split(/\s+/u)
    .every((word) => inText.includes(word));
};

/** The entries of one group, or all of them in the order of the groups. */
export const shownOf = (entries: readonly Entry[], group: Group | null): readonly Entry[] =>
  GROUPS.filter((each) => group === null || each === group).flatMap((each) =>
    entries.filter((entry) => entry.group === each),
  );

/** The group after this one that holds something; null stands for all of them. */
export function groupAfter(group: Group | null, entries: readonly Entry[], step: 1 | -1): Group | null {
  const filled = [null, ...GROUPS.filter((each) => entries.some((entry) => entry.group === each))];
  const at = Math.max(0, filled.indexOf(group));
  return filled[(at + step + filled.length) % filled.length] ?? null;
}

interface PressedKey {
  readonly altKey: boolean;
  /** The physical key: with Alt some keyboards write another letter. */
  readonly code: string;
}

/** The entry whose Alt and letter were pressed in the box. */
export const entryOfKeys = (entries: readonly Entry[], { altKey, code }: PressedKey): Entry | undefined =>
  entries.find(({ shortcut }) => {
    const [first, letter] = shortcut === undefined ? [] : keysOf(shortcut);
    return altKey && first === 'Alt' && code === `Key${letter}`;
  });
