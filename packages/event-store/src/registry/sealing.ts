import type { KeyObject } from 'node:crypto';
import type { PersonalRow, PersonalRows } from '../event-types.ts';
import type { Sealing } from '@atelier/key-vault/row-sealing.ts';
import { UnusableKey } from '@atelier/key-vault/key-wrap.ts';
import { isSealedText, openText, sealText, subjectOfText } from '@atelier/key-vault/sealed-text.ts';
import type { SearchKeys } from '@atelier/key-vault/search-keys.ts';
import type { KeyRing, SubjectKeys } from '@atelier/key-vault/subject-keys.ts';

type Cells = Record<string, unknown>;
const cellsOf = (row: object): Cells => Object.fromEntries(Object.entries(row));

export function createSealing(
  rows: PersonalRows,
  keys: SubjectKeys,
  search: SearchKeys,
  isOn: () => boolean,
): Sealing {
  return {
    isOn,
    words: search.words,
    renewWords: search.renew,
    sealRows: async (table, list) => {
      const shape = isOn() ? rows[table] : undefined;
      if (shape === undefined) return list;
      const subjects = new Set(list.flatMap((row) => personOfRow(shape, row) ?? []));
      const ring: KeyRing = subjects.size === 0 ? new Map() : await keys.findOrMake([...subjects]);
      return list.map((row) => sealRow(shape, row, ring));
    },
    openRows: async (list) => {
      const subjects = new Set<string>();
      for (const row of list) for (const text of sealedIn(row)) subjects.add(subjectOfText(text));
      if (subjects.size === 0) return list;
      const ring = await keys.find([...subjects]);
      return list.map((row) => openRow(row, ring));
    },
  };
}

/** Whose key the row needs; undefined where it holds nothing personal. */
export function personOfRow({ subject, prefix = '', columns }: PersonalRow, row: object): string | undefined {
  const cells = cellsOf(row);
  const person = cells[subject];
  const isPersonal = columns.some((column) => isToSeal(cells[column]));
  const isNamed = typeof person === 'string' || typeof person === 'number';
  return isPersonal && isNamed ? `${prefix}${person}` : undefined;
}

/** Without a key (an erased person) the values become ''. */
export function sealRow<R extends object>(shape: PersonalRow, row: R, ring: KeyRing): R {
  const person = personOfRow(shape, row);
  if (person === undefined) return row;
  const key = usable(ring.get(person));
  const sealed = cellsOf(row);
  for (const column of shape.columns) {
    const value = sealed[column];
    if (isToSeal(value)) sealed[column] = key === undefined ? '' : sealText(value, person, column, key);
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same columns
  return sealed as R;
}

const isToSeal = (value: unknown): boolean =>
  value !== undefined && value !== null && value !== '' && !isSealedText(value);

function usable(key: KeyObject | UnusableKey | undefined): KeyObject | undefined {
  if (key instanceof UnusableKey) throw key;
  return key;
}

function* sealedIn(row: unknown): Iterable<string> {
  if (typeof row !== 'object' || row === null) return;
  for (const value of Object.values(row)) if (isSealedText(value)) yield value;
}

/** The row itself where nothing in it is sealed. */
function openRow<R>(row: R, ring: KeyRing): R {
  let opened: Cells | undefined;
  for (const [column, value] of Object.entries(row ?? {})) {
    if (!isSealedText(value)) continue;
    const key = ring.get(subjectOfText(value));
    opened ??= cellsOf(row ?? {});
    opened[column] = openText(value, key instanceof UnusableKey ? undefined : key) ?? '';
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same columns
  return (opened as R | undefined) ?? row;
}
