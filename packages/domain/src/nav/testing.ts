import { accept, fold } from '../decider.ts';
import { byFunctions, specify } from '../testing.ts';
import { evolveNavDocument, initialNavDocument, type NavDocumentState } from './document.ts';
import type { NavEvent } from './events.ts';
import { type NavContext, type NavPackage, followPackage } from './follow-package.ts';
import { startSending, type NavWindow } from './sending.ts';

/** A package of a factory to a shop in Hong Kong, on its way. */
export const HONG_KONG: NavPackage = {
  shipmentId: 77,
  trackingNumber: 'HK-2026-1',
  orderType: 2,
  sent: true,
  storeId: 7,
  storeIsOutside: true,
  itemIds: [1, 2],
  numberTaken: false,
};

export const WINDOW: NavWindow = { windowMs: 15 * 60_000, attemptMs: 60_000, quietUntil: null };
export const START = '2026-11-22T08:00:00.000Z';

/** `START` and so many seconds. */
export function at(seconds: number): string {
  return new Date(Date.parse(START) + seconds * 1_000).toISOString();
}

export const by = (now: string, userId: number | null = null): NavContext => ({
  now,
  actor: { userId, workerId: null },
});

export function stateOf(...events: readonly NavEvent[]): NavDocumentState {
  return fold(evolveNavDocument, initialNavDocument, events);
}

export function after(state: NavDocumentState, events: readonly NavEvent[]): NavDocumentState {
  return fold(evolveNavDocument, state, events);
}

export function pending(): NavDocumentState {
  return stateOf(...followPackage({ kind: 'none' }, HONG_KONG, by(START)));
}

/** First attempt begun at `START`. */
export function sending(): NavDocumentState {
  const before = pending();
  return after(before, startSending(before, START, START, WINDOW));
}

export function unknown(): NavDocumentState {
  return after(sending(), [
    { type: 'NavOutcomeUnknown', data: { code: 'timeout', message: '', at: at(20) } },
  ]);
}

export function sent(): NavDocumentState {
  return after(sending(), [
    { type: 'NavDocumentSent', data: { navId: 'n', navNumber: '101', byAsking: false, at: at(1) } },
  ]);
}

export function rejected(): NavDocumentState {
  return after(sending(), [
    { type: 'NavDocumentRejected', data: { code: 'BadRequest', message: 'no customer', at: at(1) } },
  ]);
}

export const typesOf = (events: readonly NavEvent[]) => events.map(({ type }) => type);

/** A document in this state; a person decides about it a minute after it was begun, unless said otherwise. */
export const given = (state: NavDocumentState) =>
  specify(
    byFunctions<NavDocumentState, NavEvent, NavContext>(state, evolveNavDocument),
    by(at(60), 5),
  ).given();

/** What never rejects, as `when` takes it. */
export const doing =
  <Rest extends readonly unknown[]>(
    decide: (state: NavDocumentState, ...rest: Rest) => readonly NavEvent[],
    ...rest: Rest
  ) =>
  (state: NavDocumentState) =>
    accept(...decide(state, ...rest));

/** The package is checked again, with this changed of it. */
export const following = (change: Partial<NavPackage> = {}, seconds = 60) =>
  doing(followPackage, { ...HONG_KONG, ...change }, by(at(seconds)));

/** The state after a decision that was accepted. */
export const stateAfter = (
  state: NavDocumentState,
  decide: Parameters<ReturnType<typeof given>['when']>[0],
): NavDocumentState => after(state, given(state).when(decide).events());
