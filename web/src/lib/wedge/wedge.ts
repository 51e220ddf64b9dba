/**
 * Recognises a keyboard-wedge scanner among ordinary typing (experience.md "Scan"): keys at most 30 ms apart, at
 * least six characters, ended by Enter, Tab or 60 ms of silence. Pure: time comes in with every key. One key in six may
 * come late, up to the silence: a busy computer must not cut a code in two and take its end for the whole.
 */
export const WEDGE_KEY_MS = 30;
export const WEDGE_SILENCE_MS = 60;
/**
 * How much longer the page waits before it takes silence for the end of a burst. Keys carry the time at which they were
 * pressed, the page hears of them when it has time: a code must not lose its last sign because a computer was busy.
 */
export const WEDGE_GRACE_MS = 90;
export const WEDGE_MIN_LENGTH = 6;

export interface WedgeKey {
  readonly key: string;
  /** Milliseconds on one monotonic clock (`event.timeStamp`). */
  readonly at: number;
}

export interface WedgeState {
  readonly text: string;
  readonly lastAt: number;
  /** Keys that came later than 30 ms after the one before. */
  readonly late: number;
  /** Certain to be a scanner. */
  readonly isBurst: boolean;
}

/**
 * What the page does with a key: `pass` leaves it alone, `swallow` keeps it from the page, `capture` is the key that
 * proves a burst (what was already typed is taken back), `scan` ends one.
 */
export type WedgeEffect =
  | { readonly kind: 'pass' }
  | { readonly kind: 'start' }
  | { readonly kind: 'swallow' }
  | { readonly kind: 'capture' }
  | { readonly kind: 'scan'; readonly code: string };

export interface WedgeStep {
  readonly state: WedgeState;
  readonly effect: WedgeEffect;
}

export const idleWedge: WedgeState = { text: '', lastAt: Number.NEGATIVE_INFINITY, late: 0, isBurst: false };

const SHORTEST_BURST = 3;
const isPrintable = (key: string): boolean => /^.$/su.test(key);
const isTerminator = (key: string): boolean => key === 'Enter' || key === 'Tab';
const isContinuation = (state: WedgeState, at: number): boolean =>
  state.text !== '' && at - state.lastAt <= WEDGE_SILENCE_MS;

function terminate(state: WedgeState, at: number): WedgeStep {
  if (!isContinuation(state, at)) return { state: idleWedge, effect: { kind: 'pass' } };
  if (state.isBurst) return { state: idleWedge, effect: { kind: 'scan', code: state.text.trim() } };
  // Too short for a code, too fast for a hand: the terminator must still not submit or move the focus.
  const isShortBurst = state.text.length >= SHORTEST_BURST && state.late === 0;
  return { state: idleWedge, effect: { kind: isShortBurst ? 'swallow' : 'pass' } };
}

function append(state: WedgeState, { key, at }: WedgeKey): WedgeState {
  const text = state.text + key;
  const late = state.late + (at - state.lastAt > WEDGE_KEY_MS ? 1 : 0);
  const isFast = text.length >= WEDGE_MIN_LENGTH && late <= Math.floor(text.length / WEDGE_MIN_LENGTH);
  return { text, lastAt: at, late, isBurst: state.isBurst || isFast };
}

/** One key. Keys that write nothing (Shift, arrows) leave the state as it is. */
export function feedWedge(state: WedgeState, pressed: WedgeKey): WedgeStep {
  const { key, at } = pressed;
  if (isTerminator(key)) return terminate(state, at);
  if (!isPrintable(key)) return { state, effect: { kind: 'pass' } };
  if (!isContinuation(state, at)) {
    return { state: { ...idleWedge, text: key, lastAt: at }, effect: { kind: 'start' } };
  }
  const next = append(state, pressed);
  if (!next.isBurst) return { state: next, effect: { kind: 'pass' } };
  return { state: next, effect: { kind: state.isBurst ? 'swallow' : 'capture' } };
}

/** Silence: what was collected is a code, a single key (a shortcut), or nothing. */
export function endOfSilence(state: WedgeState): { scan?: string; solo?: string } {
  if (state.isBurst) return { scan: state.text.trim() };
  return state.text.length === 1 ? { solo: state.text } : {};
}
