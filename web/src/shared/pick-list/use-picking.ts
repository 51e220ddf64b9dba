import type { ItemView } from '@atelier/contracts/repair-detail/schema.ts';
import { useCallback, useMemo, useState } from 'react';

export interface Picking {
  readonly words: string;
  readonly setWords: (words: string) => void;
  /** The items whose text holds the words, in the order of the list. */
  readonly shown: readonly ItemView[];
  readonly chosen: ReadonlySet<number>;
  readonly choose: (id: number, isOn: boolean) => void;
  readonly clear: () => void;
}

const NONE: ReadonlySet<number> = new Set();
const plain = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** Items searched by their text and chosen one by one; what lies in another package is not to be chosen. */
export function usePicking(
  rows: readonly ItemView[],
  textOf: (row: ItemView) => string,
  preselected = NONE,
): Picking {
  const [words, setWords] = useState('');
  const [chosen, setChosen] = useState(preselected);
  const sought = plain(words.trim());
  const shown = useMemo(
    () => rows.filter((row) => plain(textOf(row)).includes(sought)),
    [rows, textOf, sought],
  );
  const choose = useCallback(
    (id: number, isOn: boolean) =>
      setChosen((before) => new Set(isOn ? [...before, id] : [...before].filter((each) => each !== id))),
    [],
  );
  const clear = useCallback(() => setChosen(NONE), []);
  return { words, setWords, shown, chosen, choose, clear };
}

export const isFree = (row: ItemView): boolean => row.shipment_id === null;
