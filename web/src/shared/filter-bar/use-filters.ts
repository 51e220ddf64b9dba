import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { keepFilters, lastFilters } from '../../lib/session/last-filters.ts';

/** Reads one value of the address; what it does not know becomes the empty text. */
export interface FilterReader<Value extends string> {
  (text: string): Value | '';
  /** Words of a search, which may name a person, are not kept. */
  isWords?: boolean;
}

const LAST_PAGE = 100_000;

export const textUpTo = (length: number): FilterReader<string> =>
  Object.assign((text: string) => text.slice(0, length), { isWords: true });

export const oneOf =
  <Value extends string>(known: readonly Value[]): FilterReader<Value> =>
  (text) =>
    known.find((each) => each === text) ?? '';

export const readId: FilterReader<string> = (text) => (/^[1-9]\d{0,14}$/.test(text) ? text : '');

type Values<Readers> = {
  readonly [Name in keyof Readers]: Readers[Name] extends FilterReader<infer Value> ? Value | '' : never;
};

export interface Filters<Readers> {
  readonly values: Values<Readers>;
  /** From 1. */
  readonly page: number;
  /** Whether anything but the first page of everything is shown. */
  readonly isFiltered: boolean;
  /** Sets what is given and goes back to the first page. */
  readonly change: (part: Partial<Record<keyof Readers, string>>) => void;
  readonly turnTo: (page: number) => void;
  readonly clear: () => void;
}

/**
 * Filters and page stand in the address, so that a list can be sent to a colleague; what is as usual is left out.
 * @param list names the list: opened without filters in its address, it comes back with its last ones
 */
export function useFilters<Readers extends Readonly<Record<string, FilterReader<string>>>>(
  readers: Readers,
  list?: string,
): Filters<Readers> {
  const [params, setParams] = useSearchParams();
  const entries = Object.entries(readers).map(([name, read]) => [name, read(params.get(name) ?? '')]);
  const values = Object.fromEntries(entries) as Values<Readers>;
  const page = Math.min(LAST_PAGE, Math.max(1, Math.trunc(Number(params.get('page'))) || 1));
  const write = (part: Readonly<Record<string, string>>): void =>
    setParams((before) => withParams(before, part), { replace: true });
  useLastFilters(list, readers, values, write);
  return {
    values,
    page,
    isFiltered: page > 1 || entries.some(([, value]) => value !== ''),
    change: (part) => write({ ...(part as Record<string, string>), page: '' }),
    turnTo: (next) => write({ page: next > 1 ? String(next) : '' }),
    clear: () => write(Object.fromEntries([...Object.keys(readers), 'page'].map((name) => [name, '']))),
  };
}

/** The address with these values; an empty one is taken out. */
export function withParams(before: URLSearchParams, part: Readonly<Record<string, string>>): URLSearchParams {
  const after = new URLSearchParams(before);
  for (const [name, value] of Object.entries(part)) {
    if (value === '') after.delete(name);
    else after.set(name, value);
  }
  return after;
}

function useLastFilters(
  list: string | undefined,
  readers: Readonly<Record<string, FilterReader<string>>>,
  values: Readonly<Record<string, string>>,
  write: (part: Readonly<Record<string, string>>) => void,
): void {
  const isEmpty = Object.values(values).every((value) => value === '');
  const [last, setLast] = useState(() => (list !== undefined && isEmpty ? lastFilters(list) : null));
  const named = Object.entries(values).filter(([name, value]) => value !== '' && !readers[name]?.isWords);
  const kept = new URLSearchParams(named).toString();
  useEffect(() => {
    if (last !== null) {
      setLast(null);
      if (last !== '') return write(Object.fromEntries(new URLSearchParams(last)));
    }
    if (list !== undefined) keepFilters(list, kept);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `write` is new with every drawing
  }, [list, last, kept]);
}
