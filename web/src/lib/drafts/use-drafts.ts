import { useSyncExternalStore } from 'react';
import { ownerOf } from '../session/owner.ts';
import { useSession } from '../session/use-session.ts';
import { forgetSealed, readSealed, writeSealed } from '@atelier/browser-sync/storage/vault.ts';
import { serverNow } from '../time/server-clock.ts';
import { erasuresTaken } from '../erased/erased.ts';
import { isErased, onErased } from '../erased/holders.ts';
import { askBeforeUnload } from '@atelier/ui/windows/ask-before-unload.ts';
import { areOfItems } from '@atelier/browser-sync/drafts/draft-names.ts';
import { type DraftDevice, DraftStore } from '@atelier/browser-sync/drafts/draft-store.ts';

const device: DraftDevice = {
  names: () => Object.keys(localStorage),
  read: (name) => erasuresTaken().then(() => readSealed(localStorage, name)),
  write: (name, value) => writeSealed(localStorage, name, value),
  forget: (name) => forgetSealed(localStorage, name),
  now: serverNow,
};

/** One store per person and subject, for as long as the page lives. */
const stores = new Map<string, DraftStore<unknown>>();

function storeOf<T>(owner: string, subject: string): DraftStore<T> {
  const name = `${owner}.${subject}`;
  const known = stores.get(name) ?? newStore(owner, subject);
  stores.set(name, known);
  return known as DraftStore<T>;
}

function newStore(owner: string, subject: string): DraftStore<unknown> {
  const store = new DraftStore<unknown>(device, owner, subject);
  window.addEventListener('storage', ({ key }) => key !== null && void store.readAgain(key));
  askBeforeUnload(() => !store.isKept());
  if (areOfItems(subject))
    onErased((erased) =>
      store.drop([...store.values().keys()].filter((id) => isErased(erased, 'items', Number(id)))),
    );
  return store;
}

export interface Drafts<T> {
  readonly values: ReadonlyMap<string, T>;
  /** False for the moment in which the device is asked. */
  readonly isReady: boolean;
  readonly set: (id: string, value: T) => void;
  readonly update: (id: string, change: (before: T | undefined) => T) => void;
  readonly drop: (ids: readonly string[]) => void;
}

/**
 * Unsaved work of the person at hand, kept encrypted on the device until it is saved or dropped: it survives a reload, a
 * sign-out and a 499 (product/screens.md §6). At a station the worker is the person.
 */
export function useDrafts<T>(subject: string): Drafts<T> {
  const store = storeOf<T>(ownerOf(useSession().view), subject);
  const values = useSyncExternalStore(store.subscribe, store.values);
  const isReady = useSyncExternalStore(store.subscribe, store.isReady);
  return { values, isReady, set: store.set, update: store.update, drop: store.drop };
}
