import { accept, type Decision } from '../../decider.ts';
import type { Instant } from '../../kernel.ts';
import type { SealingEvent, SealingPlace, SealingTrouble } from './events.ts';

/** A trouble that stands, and since when. */
export interface OpenTrouble extends SealingPlace {
  readonly code: SealingTrouble;
  readonly since: Instant;
}

/** Troubles of the log's sealing that are not over, the oldest first. */
export type SealingState = readonly OpenTrouble[];
export const initialSealing: SealingState = [];

/** Folds one event into the open troubles. */
export function evolveSealing(state: SealingState, { type, data }: SealingEvent): SealingState {
  const others = state.filter(({ code }) => code !== data.code);
  if (type === 'LogSealingResumed') return others;
  const { code, stream, position, at: since } = data;
  return [...others, { code, stream, position, since }];
}

/** What a worker found when it tried to seal. */
export interface SealingFinding {
  readonly standing: readonly ({ readonly code: SealingTrouble } & Partial<SealingPlace>)[];
  /** Troubles that this worker had before, or may have had before it started, and has no longer. */
  readonly over: readonly SealingTrouble[];
}

/**
 * Events for what begins and what ends. Trouble that is known already gives none, however often a worker tries and however many workers
 * have it. An event is itself sealed with the next checkpoint and gives no other event.
 */
export function noteSealing(
  { standing, over }: SealingFinding,
  state: SealingState,
  { now: at }: { readonly now: Instant },
): Decision<SealingEvent> {
  const open = new Set(state.map(({ code }) => code));
  const begun = standing
    .filter(({ code }) => !open.has(code))
    .map(({ code, stream = null, position = null }): SealingEvent => ({
      type: 'LogSealingRefused',
      data: { code, stream, position, at },
    }));
  const ended = over
    .filter((code) => open.has(code))
    .map((code): SealingEvent => ({ type: 'LogSealingResumed', data: { code, at } }));
  return accept(...begun, ...ended);
}
