/**
 * The filters each list was left with, for this window and until the sign-out. They hold no words of a search, which may name a person.
 */
const PREFIX = 'atelier.filters.';

/** The query of a list's last filters; null where the list was not open yet in this session. */
export const lastFilters = (list: string): string | null => sessionStorage.getItem(`${PREFIX}${list}`);

export const keepFilters = (list: string, query: string): void =>
  sessionStorage.setItem(`${PREFIX}${list}`, query);

/** For the sign-out. */
export const forgetFilters = (): void =>
  Object.keys(sessionStorage)
    .filter((name) => name.startsWith(PREFIX))
    .forEach((name) => sessionStorage.removeItem(name));
