import { KEPT } from '@atelier/browser-sync/storage/vault.ts';
import { newKey } from '../../lib/api/new-key.ts';

const TAB = 'atelier.tab';
/** A page that is reloaded asks while its former self still holds the lock: it is released within this time. */
const RELEASED_WITHIN_MS = 1_000;

const lockOf = (tab: string): string => `atelier.tab.${tab}`;
const placesOf = (userId: number): string => `${KEPT.deposit}.${userId}`;

let claimed: Promise<string> | undefined;

/**
 * Where this tab keeps the deposit that its person writes, in the local storage. A tab keeps its place through a reload and a
 * sign-in; a copied tab, which brings the same id, gets another place.
 */
export async function ownPlace(userId: number): Promise<string> {
  claimed ??= claim();
  return `${placesOf(userId)}.${await claimed}`;
}

async function claim(): Promise<string> {
  const known = sessionStorage.getItem(TAB);
  if (known !== null && (await isHeldByUs(known))) return known;
  const tab = newKey();
  sessionStorage.setItem(TAB, tab);
  await isHeldByUs(tab);
  return tab;
}

/** Takes the tab's lock for the life of the page. Without Web Locks every tab is taken to be alone. */
function isHeldByUs(tab: string): Promise<boolean> {
  if (!('locks' in navigator)) return Promise.resolve(true);
  return new Promise((resolve) => {
    const hold = () => {
      resolve(true);
      return new Promise<void>(() => undefined);
    };
    const signal = AbortSignal.timeout(RELEASED_WITHIN_MS);
    navigator.locks.request(lockOf(tab), { signal }, hold).catch(() => resolve(false));
  });
}

/** Places of this person that no open tab writes to: closed tabs, and the one place of earlier releases. */
export async function leftPlaces(userId: number): Promise<readonly string[]> {
  const own = await ownPlace(userId);
  const prefix = placesOf(userId);
  const names = Object.keys(localStorage).filter(
    (name) => name !== own && (name === prefix || name.startsWith(`${prefix}.`)),
  );
  const held = await heldLocks();
  return names.filter((name) => !held.has(lockOf(name.slice(prefix.length + 1))));
}

async function heldLocks(): Promise<ReadonlySet<string>> {
  if (!('locks' in navigator)) return new Set();
  const { held = [] } = await navigator.locks.query();
  return new Set(held.flatMap(({ name }) => name ?? []));
}
