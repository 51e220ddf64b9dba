/**
 * Recognises a keyboard-wedge scanner among ordinary typing (product/screens.md §4): at least six
 * characters, at most one key in six later than 30 ms after the one before, ended by Enter, Tab or 60 ms between the keys'
 * own times (the page itself waits 60 + `WEDGE_GRACE_MS` = 150 ms). A late key of a busy computer must not cut a code in two.
 * Pure: time comes in with every key.
 */
export const WEDGE_KEY_MS = 30;
export const WEDGE_SILENCE_MS = 60;
/**
 * How much longer the page waits before it takes silence for the end of a burst. Keys carry the time at which they were
 * pressed, the page hears of them when it has time: a code must not lose its last sign because a computer was busy.
 */
export const WEDGE_GRACE_MS = 90;
/** A timer that comes later than this tells that the page was busy, and keys that were pressed meanwhile wait as well. */
export const WEDGE_BUSY_MS = 50;
export const WEDGE_MIN_LENGTH = 6;
/** How long a scanner may pause inside the first signs of a code: a wireless one is slow with the very first. */
export const WEDGE_PAUSE_MS = 200;
/** A hand that typed less than this ago may still be typing: then a single key is no beginning of a code. */
const HAND_MS = 400;

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
  /** The user was not typing when the first key came. */
  readonly isFresh: boolean;
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

export const idleWedge: WedgeState = {
  text: '',
  lastAt: Number.NEGATIVE_INFINITY,
  late: 0,
  isBurst: false,
  isFresh: true,
};

const SHORTEST_BURST = 3;
const isPrintable = (key: string): boolean => /^.$/su.test(key);
const isTerminator = (key: string): boolean => key === 'Enter' || key === 'Tab';

/** The first signs of what a scanner may be sending: one key out of nowhere, or several faster than a hand. */
const mayBeScanner = ({ text, late, isBurst, isFresh }: WedgeState): boolean =>
  !isBurst && text !== '' && late === 0 && (isFresh || text.length > 1);

/** How long a key may be away and still belong to what came before it. */
const pauseOf = (state: WedgeState): number => (mayBeScanner(state) ? WEDGE_PAUSE_MS : WEDGE_SILENCE_MS);

/** How long the page waits for the next key before it judges what came. */
export const patienceOf = (state: WedgeState): number =>
  state.isBurst ? WEDGE_SILENCE_MS + WEDGE_GRACE_MS : pauseOf(state);

const isContinuation = (state: WedgeState, at: number): boolean =>
  state.text !== '' && at - state.lastAt <= pauseOf(state);

/** What is typed next begins something new; whether a hand was at it is remembered. */
export const afterSilence = ({ isBurst, lastAt }: WedgeState): WedgeState =>
  isBurst ? idleWedge : { ...idleWedge, lastAt };

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
  return { ...state, text, lastAt: at, late, isBurst: state.isBurst || isFast };
}

/** One key. Keys that write nothing (Shift, arrows) leave the state as it is. */
export function feedWedge(state: WedgeState, pressed: WedgeKey): WedgeStep {
  const { key, at } = pressed;
  if (isTerminator(key)) return terminate(state, at);
  if (!isPrintable(key)) return { state, effect: { kind: 'pass' } };
  if (!isContinuation(state, at)) {
    const isFresh = at - state.lastAt > HAND_MS;
    return { state: { ...idleWedge, text: key, lastAt: at, isFresh }, effect: { kind: 'start' } };
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
