import type { Query } from '@tanstack/react-query';
import { isErased, type Erased } from '../../lib/erased/holders.ts';
import { queryClient } from '../../lib/query/query-client.ts';
import { beginScreenAnew } from '../../lib/session/session-store.ts';
import { keepWanted } from '../../lib/session/sso-return.ts';
import { live, sweepRows } from '../../live/live.ts';
import { closePalette } from '../../lib/page/palette-state.ts';
import { forgetAddresses } from './forget-address.ts';
import type { ShownPersons } from './shown-persons.ts';

/** Answers that never hold anything of customers, by how their keys begin: they stay in sight and are not read again. */
const IMPERSONAL: readonly (readonly string[])[] = [
  ['erasures'],
  ['system'],
  ['sign-in'],
  ['views'],
  ['workers'],
  ['jobs'],
  ['openapi'],
  ['dashboard', 'stats'],
  ['dashboard', 'create_history'],
  ['reference', 'sites'],
  ['reference', 'countries'],
  ['reference', 'carriers'],
  ['reference', 'reasons'],
];

const mayHoldCustomers = ({ queryKey }: Query): boolean =>
  !IMPERSONAL.some((begins) => begins.every((part, at) => queryKey[at] === part));

/**
 * Drops what this page has read and what is typed on it about erased persons, in boxes, dialogs and addresses. What is shown of
 * others stays in sight while it is read again: a counter keeps its ticks and its signature. Answers whether the screen was about one of them, and so began again; a form for a
 * deposit is, when the deposit was for one of them.
 */
export function forgetShown(
  erased: Erased,
  deposit: boolean,
  { wasSearched, isHeldIn }: Pick<ShownPersons, 'wasSearched' | 'isHeldIn'>,
): boolean {
  const wasShown = wasSearched || isShown(erased) || (deposit && location.pathname === '/createRma');
  const isTheirs = (query: Query): boolean => erased.everything || isHeldIn(query);
  queryClient.removeQueries({
    predicate: (query) => mayHoldCustomers(query) && query.getObserversCount() === 0,
  });
  void queryClient.resetQueries({ predicate: (query) => mayHoldCustomers(query) && isTheirs(query) });
  void queryClient.invalidateQueries({ predicate: (query) => mayHoldCustomers(query) && !isTheirs(query) });
  const mutations = queryClient.getMutationCache();
  for (const mutation of mutations.getAll())
    if (mutation.state.status !== 'pending') mutations.remove(mutation);
  // Twice: the first time keeps what was taken in since the sweep before.
  for (let sweep = 0; sweep < 2; sweep += 1) sweepRows();
  keepWanted(null);
  if (wasSearched) {
    forgetAddresses();
    closePalette();
  }
  if (wasShown) beginScreenAnew();
  return wasShown;
}

const TOPIC = /^(item|rma):(\d+)$/;

/** By the records that the screen follows, and by the deposit that is being edited. */
function isShown(erased: Erased): boolean {
  const edited = Number(new URLSearchParams(location.search).get('edit') ?? 0);
  const followed = live.topics.some((topic) => {
    const [, kind, id] = TOPIC.exec(topic) ?? [];
    return kind !== undefined && isErased(erased, kind === 'item' ? 'items' : 'rmas', Number(id));
  });
  return followed || (edited > 0 && isErased(erased, 'rmas', edited));
}
