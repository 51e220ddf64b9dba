import { type Instant, toInstant, toMs } from '../kernel.ts';
import type { NavDocument, NavDocumentState } from './document.ts';
import type { NavEvent } from './events.ts';
import { harmless } from './harmless.ts';

/** A document as NAV shows it when asked for a number. */
export interface FoundInNav {
  readonly navId: string;
  readonly navNumber: string;
}

/** How one attempt ended, as far as the caller knows. */
export type SendingOutcome =
  | { readonly kind: 'sent'; readonly navId: string; readonly navNumber: string }
  | { readonly kind: 'rejected'; readonly code: string; readonly message: string }
  /** NAV said it did nothing: come again. `waitMs` is its own word, null when it gave none. */
  | {
      readonly kind: 'postponed';
      readonly code: string;
      readonly message: string;
      readonly waitMs: number | null;
    }
  | { readonly kind: 'unknown'; readonly code: string; readonly message: string };

/**
 * How long NAV may still be making a document after no answer came, counted from the moment the attempt was written
 * down. After it, a question that finds nothing means that there is nothing and never will be.
 */
export interface NavWindow {
  readonly windowMs: number;
  /** After this time an unfinished attempt counts as interrupted: its worker died. */
  readonly attemptMs: number;
  /**
   * After a restore: until then NAV may be at work on what the restored log does not know of. It is asked, and sent
   * nothing (decisions/0160). Null when there was none.
   */
  readonly quietUntil: Instant | null;
}

const SHORTEST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 15 * 60_000;
const WAIT_WITHOUT_A_WORD_MS = 30_000;

/** What a worker should do with a document now. */
export type NextStep = 'nothing' | 'ask' | 'interrupted';

export function nextStep(state: NavDocumentState, now: Instant, { attemptMs }: NavWindow): NextStep {
  if (state.kind === 'none') return 'nothing';
  switch (state.state) {
    case 'pending':
      return state.notBefore === null || now >= state.notBefore ? 'ask' : 'nothing';
    case 'unknown':
      return 'ask';
    case 'sending':
      return sinceAttempt(state, now) >= attemptMs ? 'interrupted' : 'nothing';
    case 'sent':
    case 'rejected':
    case 'skipped':
    case 'withdrawn':
      return 'nothing';
  }
}

/** The worker of an attempt died, or lost the log: NAV may have the document. */
export function interrupt(state: NavDocumentState, now: Instant, window: NavWindow): readonly NavEvent[] {
  if (nextStep(state, now, window) !== 'interrupted') return [];
  return [{ type: 'NavOutcomeUnknown', data: { code: 'interrupted', message: '', at: now } }];
}

/** NAV was asked for the number and has it. One we never sent is not ours for certain: a person looks. */
export function foundInNav(
  state: NavDocumentState,
  found: readonly FoundInNav[],
  now: Instant,
): readonly NavEvent[] {
  const [first] = found;
  if (first === undefined || state.kind === 'none') return [];
  if (state.state !== 'pending' && state.state !== 'unknown') return [];
  const sent: NavEvent = { type: 'NavDocumentSent', data: { ...first, byAsking: true, at: now } };
  if (found.length > 1) return [sent, raised('several_in_nav', now)];
  return state.attempts === 0 ? [sent, raised('found_in_nav', now)] : [sent];
}

function raised(because: 'several_in_nav' | 'found_in_nav', at: Instant): NavEvent {
  return { type: 'NavAttentionRaised', data: { because, at } };
}

/**
 * NAV was asked (the question left at `askedAt`) and does not have the number: whether to send now. Only what cannot be
 * on its way any more is sent again. The answer is the intent, appended before NAV is called.
 */
export function startSending(
  state: NavDocumentState,
  askedAt: Instant,
  now: Instant,
  { windowMs, quietUntil }: NavWindow,
): readonly NavEvent[] {
  if (state.kind === 'none') return [];
  if (quietUntil !== null && toMs(askedAt) < toMs(quietUntil)) return [];
  if (state.state === 'pending') {
    const waits = state.notBefore !== null && now < state.notBefore;
    return waits ? [] : attempt(state, now);
  }
  if (state.state !== 'unknown' || isWithin(state, askedAt, windowMs)) return [];
  // NAV never had it, and the package is another one by now: it is asked for again, as the package is, or not at all.
  if (state.attention !== null) return [{ type: 'NavDocumentWithdrawn', data: { at: now } }];
  return attempt(state, now);
}

/** A question asked before NAV's time was up says nothing about what comes after it. */
function isWithin({ unresolved, attemptedAt }: NavDocument, askedAt: Instant, windowMs: number): boolean {
  return unresolved && attemptedAt !== null && toMs(askedAt) - toMs(attemptedAt) < windowMs;
}

function attempt({ attempts, attemptLimit }: NavDocument, at: Instant): readonly NavEvent[] {
  if (attempts < attemptLimit) return [{ type: 'NavSendingStarted', data: { attempt: attempts + 1, at } }];
  return [{ type: 'NavDocumentRejected', data: { code: 'attempts_used_up', message: '', at } }];
}

/**
 * What NAV answered to an attempt. An answer that comes after the attempt was given up still counts when it is certain;
 * nothing is said about an attempt that another one followed.
 */
export function recordOutcome(
  state: NavDocumentState,
  attemptNo: number,
  outcome: SendingOutcome,
  now: Instant,
): readonly NavEvent[] {
  if (state.kind === 'none' || state.attempts !== attemptNo || !state.unresolved) return [];
  if (state.state !== 'sending' && state.state !== 'unknown') return [];
  switch (outcome.kind) {
    case 'sent': {
      const { navId, navNumber } = outcome;
      return [{ type: 'NavDocumentSent', data: { navId, navNumber, byAsking: false, at: now } }];
    }
    case 'rejected':
      return [{ type: 'NavDocumentRejected', data: { ...saying(outcome), at: now } }];
    case 'postponed': {
      const until = toInstant(toMs(now) + waitOf(outcome.waitMs));
      return [{ type: 'NavSendingPostponed', data: { ...saying(outcome), until, at: now } }];
    }
    case 'unknown':
      if (state.state === 'unknown') return [];
      return [{ type: 'NavOutcomeUnknown', data: { ...saying(outcome), at: now } }];
  }
}

function saying({ code, message }: { readonly code: string; readonly message: string }) {
  return { code: harmless(code, 80), message: harmless(message, 300) };
}

function waitOf(waitMs: number | null): number {
  const wait = waitMs ?? WAIT_WITHOUT_A_WORD_MS;
  return Math.min(Math.max(wait, SHORTEST_WAIT_MS), LONGEST_WAIT_MS);
}

function sinceAttempt({ attemptedAt }: NavDocument, now: Instant): number {
  return toMs(now) - toMs(attemptedAt ?? now);
}
