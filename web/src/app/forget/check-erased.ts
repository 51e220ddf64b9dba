import type { ErasedView } from '@atelier/contracts/privacy/schema.ts';
import { QueryObserver, queryOptions } from '@tanstack/react-query';
import { ApiError } from '../../lib/api/api-error.ts';
import { read } from '../../lib/api/client.ts';
import { sayErased, type Erased } from '../../lib/erased/holders.ts';
import { queryClient } from '../../lib/query/query-client.ts';
import { currentSession } from '../../lib/session/session-store.ts';
import { bindLive, live } from '../../live/live.ts';
import { forgetShown } from './forget-shown.ts';
import { forgetOld, forgetStored } from './forget-stored.ts';
import { followHistory } from './forget-address.ts';
import { findShownPersons } from './shown-persons.ts';
import { sayForgotten } from './say-forgotten.ts';

const AGAIN_MS = 2_000;
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Up to when this account has taken away from this device what erased persons left on it. */
const cursorOf = (userId: number): string => `atelier.erased.${userId}`;

/** One reading for all who ask at the same time. */
export const erasuresQuery = () =>
  queryOptions({ queryKey: ['erasures'], queryFn: takeErasures, staleTime: 0, gcTime: Infinity });

/** Asks who was erased since this device asked before, and takes away what it keeps of them: stored, shown and in memory. */
async function takeErasures(): Promise<string> {
  const userId = currentSession()?.view.user.id ?? 0;
  const since = localStorage.getItem(cursorOf(userId));
  const { data } = await read('/privacy/erased', { since });
  await forgetOld();
  const erased = erasedOf(data);
  if (erased !== null) await forget(erased);
  localStorage.setItem(cursorOf(userId), data.until);
  return data.until;
}

function erasedOf({ everything, ...found }: ErasedView): Erased | null {
  const [items, rmas, customers] = [found.items, found.rmas, found.customers].map((ids) => new Set(ids));
  if (items === undefined || rmas === undefined || customers === undefined) return null;
  return everything || items.size + rmas.size + customers.size > 0
    ? { everything, items, rmas, customers }
    : null;
}

/** The disk twice: what memory and the screen that is left wrote meanwhile goes as well. */
async function forget(erased: Erased): Promise<void> {
  const shown = findShownPersons(erased);
  const forgotten = await forgetStored(erased, shown.words);
  sayErased(erased);
  const wasShown = forgetShown(erased, forgotten.deposit, shown);
  await pause(0);
  await forgetStored(erased, shown.words);
  await sayForgotten({ ...forgotten, wasShown });
}

/** An erasure reaches every open page: they do not all ask in the same instant. */
const spreadMs = 500 + Math.random() * 2_000;
let stopFollowing: () => void = () => undefined;

/** Asks now, and again after every erasure, until this sign-in ends. */
function follow(): void {
  stopFollowing();
  const { queryKey } = erasuresQuery();
  const topics = ['erasures'];
  const stops = [
    live.subscribe(topics),
    bindLive({ queryKey, topics, everyMs: spreadMs }),
    new QueryObserver(queryClient, erasuresQuery()).subscribe(() => undefined),
  ];
  stopFollowing = () => stops.forEach((stop) => stop());
}

/** A sign-in that has ended, or a node of the release before, which does not know the question. */
const isDecided = (error: unknown): boolean =>
  !(error instanceof ApiError) || (error.status >= 400 && error.status < 500 && error.status !== 429);

/** Until the server has answered: without a connection it is unknown whether stored data may still be shown. */
export async function checkErased(): Promise<void> {
  follow();
  followHistory();
  const token = currentSession()?.token;
  while (currentSession()?.token === token) {
    try {
      await queryClient.fetchQuery({ ...erasuresQuery(), retry: false });
      return;
    } catch (error) {
      if (isDecided(error)) return;
      await pause(AGAIN_MS);
    }
  }
}
