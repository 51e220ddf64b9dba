import { idListsIn } from '@atelier/browser-sync/live/id-list.ts';
import type { Query } from '@tanstack/react-query';
import { isErased, type Erased } from '../../lib/erased/holders.ts';
import { queryClient } from '../../lib/query/query-client.ts';

/** What an answer that this page still holds says of erased persons. */
export interface ShownPersons {
  /** A search found one of them: what is typed in its box, or stands in the address, names them. */
  readonly wasSearched: boolean;
  /** Their e-mail addresses and phones, in lower case: for as long as the search for them in what is kept takes. */
  readonly words: ReadonlySet<string>;
  /** Whether this answer may hold one of them. */
  readonly isHeldIn: (query: Pick<Query, 'queryHash' | 'queryKey'>) => boolean;
}

/** Answers to something that was typed, by how their keys begin. */
const SEARCHES: readonly (readonly string[])[] = [
  ['reference', 'contacts'],
  ['reference', 'orders'],
  ['reference', 'customer'],
  ['rma', 'search'],
  ['rma', 'palette'],
];

const WORDS = ['email', 'phone', 'fullphone'] as const;

/**
 * Answers whose records all say of which piece or deposit they are, by how their keys begin: of those it is known whom they hold. People work
 * on them.
 */
const NAMED: readonly string[] = ['rma', 'repair', 'shipping', 'transfer', 'decisions', 'calls', 'promise'];

/** Reads the results of queries and commands before they are dropped. */
export function findShownPersons(erased: Erased): ShownPersons {
  const words = new Set<string>();
  const holds = (value: unknown): boolean => takeWords(value, erased, words);
  const isTyped = new URLSearchParams(location.search).has('q');
  // Every answer is read, also behind the first that is found: each may know another word.
  const answers = queryClient.getQueryCache().getAll();
  const holding = answers.filter(({ state }) => holds(state.data));
  const searched = holding.filter(({ queryKey }) => isTyped || isSearch(queryKey));
  const listing = answers.filter(
    ({ state, queryKey }) => listsErased(state.data, erased) || isAbout(queryKey, erased),
  );
  const held = new Set([...holding, ...listing].map(({ queryHash }) => queryHash));
  // An answer to a command stays with the screen that gave it, e.g. a person who was found.
  const commanded = queryClient
    .getMutationCache()
    .getAll()
    .filter(({ state }) => holds(state.data) || holds(state.variables));
  return {
    wasSearched: searched.length + commanded.length > 0,
    words,
    isHeldIn: ({ queryHash, queryKey }) =>
      held.has(queryHash) || isSearch(queryKey) || !NAMED.includes(String(queryKey[0])),
  };
}

const isSearch = (queryKey: readonly unknown[]): boolean =>
  SEARCHES.some((begins) => begins.every((part, at) => queryKey[at] === part));

/** Whether one of their numbers was asked for. */
function isAbout(asked: unknown, erased: Erased): boolean {
  if (typeof asked === 'object' && asked !== null)
    return Object.values(asked).some((part) => isAbout(part, erased));
  const id = Number(asked);
  return [erased.items, erased.rmas, erased.customers].some((ids) => ids.has(id));
}

/** Whether a list, whose rows lie beside it, names a piece of an erased person. */
const listsErased = (data: unknown, erased: Erased): boolean =>
  idListsIn(data).some(({ kind, ids }) => kind === 'item' && ids.some((id) => isErased(erased, 'items', id)));

/** Whether a record of an erased person stands anywhere in it; what they are reached by is added to the words. */
function takeWords(value: unknown, erased: Erased, words: Set<string>): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const parts: readonly unknown[] = Object.values(value);
  const isTheirs = isOfErased(new Map(Object.entries(value)), erased);
  // A person's record may hold their deposits: what they are reached by stands around the number.
  const holdsTheirs = parts.map((part) => takeWords(part, erased, words)).some(Boolean);
  if (!Array.isArray(value) && (isTheirs || holdsTheirs)) {
    for (const name of WORDS) {
      const word: unknown = Reflect.get(value, name);
      if (typeof word === 'string' && word !== '') words.add(word.toLowerCase());
    }
  }
  return isTheirs || holdsTheirs;
}

const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null);

/** By the names that records have for a piece, a deposit and a customer. */
function isOfErased(record: ReadonlyMap<string, unknown>, erased: Erased): boolean {
  if (erased.everything) return record.has('email');
  const ref = record.get('customer_ref');
  const [kind, id] = typeof ref === 'string' ? ref.split('-') : [];
  return (
    isErased(erased, 'items', numberOf(record.get('rma_item_id')) ?? numberOf(record.get('item_id'))) ||
    isErased(erased, 'rmas', numberOf(record.get('rma_id')) ?? (kind === 'rma' ? Number(id) : null)) ||
    isErased(erased, 'customers', numberOf(record.get('customer_id')) ?? customerOf(record)) ||
    (kind === 'customer' && isErased(erased, 'customers', Number(id)))
  );
}

/** A record of the register says at which shop it is at home. */
const customerOf = (record: ReadonlyMap<string, unknown>): number | null =>
  record.has('home_site_id') ? numberOf(record.get('id')) : null;
