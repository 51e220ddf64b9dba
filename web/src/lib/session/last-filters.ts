import { FILTERS } from './session-store.ts';

/** The filters each list was left with, by list. They hold no words of a search, which may name a person. */
const all = (): Record<string, string> => {
  try {
    return JSON.parse(sessionStorage.getItem(FILTERS) ?? '{}') as Record<string, string>;
  } catch {
    return {};
  }
};

/** The query of a list's last filters; null where the list was not open yet in this session. */
export const lastFilters = (list: string): string | null => all()[list] ?? null;

export const keepFilters = (list: string, query: string): void =>
  sessionStorage.setItem(FILTERS, JSON.stringify({ ...all(), [list]: query }));
