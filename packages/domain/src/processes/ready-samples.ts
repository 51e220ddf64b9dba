import { DAY_MS, toMs } from '../kernel.ts';
import { LANDMARK_DAYS, describe, type ReadySample } from '../shared/ready-date/piece-moment.ts';
import { Status, isFinal } from '../shared/status.ts';
import { hasNoDate, momentOf, type PieceOrigin, type PieceState, type PieceWorld } from './ready-history.ts';

/** A stay's beginning and its landmarks, as far as it has come by `until`. */
export function landmarksOf(
  states: readonly PieceState[],
  until: number,
): readonly { state: PieceState; at: number }[] {
  return states.flatMap((state, index) => {
    const before = states[index - 1];
    const entered = toMs(state.stay.enteredAt);
    const isEntry = before === undefined || before.facts.status !== state.facts.status;
    if (!isEntry || entered !== state.at || !isOpen(state)) return [];
    const left = states.slice(index).find(({ facts }) => facts.status !== state.facts.status);
    const end = Math.min(until + 1, left?.at ?? Infinity);
    return LANDMARK_DAYS.map((days) => entered + days * DAY_MS)
      .filter((at) => at < end)
      .map((at) => ({ at, state: stateAt(states, at) ?? state }));
  });
}

const isOpen = ({ facts }: PieceState): boolean =>
  !isFinal(facts.status) && facts.status !== Status.ShopReceived && !facts.isMissing;

const stateAt = (states: readonly PieceState[], at: number): PieceState | undefined =>
  states.findLast((state) => state.at <= at);

/**
 * Past moments of one piece as they were known at `until`: none of a piece that was cancelled, lost or refused by then,
 * because it never becomes ready.
 */
export function samplesOf(
  all: readonly PieceState[],
  origin: PieceOrigin,
  world: PieceWorld,
  until: number,
): readonly ReadySample[] {
  const states = all.filter(({ at }) => at <= until);
  const last = states.at(-1);
  if (last === undefined || hasNoDate(last)) return [];
  const { readyAt } = last.facts;
  const readyDay = readyAt === null ? null : Math.floor(origin.wall(toMs(readyAt)));
  return landmarksOf(states, until).map(({ state, at }) => ({
    ...describe(momentOf(state, at, origin, world)),
    readyDay,
  }));
}
