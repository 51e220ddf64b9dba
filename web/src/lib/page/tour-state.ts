import type { SessionView } from '@atelier/contracts/identity/schema.ts';
import { useSyncExternalStore } from 'react';

/** `off` on a device that shows no tour. */
const DEVICE = 'atelier.tour';
const keyOf = (account: number): string => `${DEVICE}.${account}`;

let isRequested = false;
const listeners = new Set<() => void>();
const say = () => listeners.forEach((listener) => listener());

type Viewed = Pick<SessionView, 'first_sign_in'> & { readonly user: { readonly id: number } };

/** Whether the tour is shown: once after an account's first sign-in, or by request (product/screens.md §9). */
export const isTourDue = ({ user, first_sign_in: isFirst }: Viewed): boolean =>
  isRequested ||
  (isFirst === true &&
    localStorage.getItem(DEVICE) !== 'off' &&
    localStorage.getItem(keyOf(user.id)) === null);

/** The documentation offers the tour again. */
export function requestTour(): void {
  isRequested = true;
  say();
}

/** Done or skipped: it does not come again unless it is requested. */
export function endTour(account: number): void {
  isRequested = false;
  localStorage.setItem(keyOf(account), 'seen');
  say();
}

export const useTourDue = (view: Viewed): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => isTourDue(view),
  );
