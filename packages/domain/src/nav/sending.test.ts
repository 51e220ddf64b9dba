import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ATTEMPTS_AT_ONCE } from './document.ts';
import type { NavEvent } from './events.ts';
import { harmless } from './harmless.ts';
import {
  foundInNav,
  interrupt,
  nextStep,
  recordOutcome,
  startSending,
  type FoundInNav,
  type SendingOutcome,
} from './sending.ts';
import {
  after,
  at,
  by,
  doing,
  following,
  given,
  pending,
  rejected,
  sending,
  sent,
  stateAfter,
  typesOf,
  unknown,
  WINDOW,
} from './testing.ts';

const QUARTER = WINDOW.windowMs / 1_000;
const starting = (askedAt: number, now = askedAt) => doing(startSending, at(askedAt), at(now), WINDOW);
const interrupting = (now: number) => doing(interrupt, at(now), WINDOW);
const finding = (found: readonly FoundInNav[], now = 30) => doing(foundInNav, found, at(now));
const recording = (attempt: number, outcome: SendingOutcome, now: number) =>
  doing(recordOutcome, attempt, outcome, at(now));

const NONE = { kind: 'none' } as const;
const A_DOCUMENT = [{ navId: 'a', navNumber: '101' }] as const;
const TWO_DOCUMENTS = [1, 2].map((n) => ({ navId: `n${n}`, navNumber: `10${n}` }));
const SILENCE = { kind: 'unknown', code: 'timeout', message: '' } as const;
const taken = { kind: 'sent', navId: 'n', navNumber: '101' } as const;
const refused = { kind: 'rejected', code: 'x', message: '' } as const;
const busy = (waitMs: number | null) => ({ kind: 'postponed', code: '429', message: '', waitMs }) as const;
const foundByAsking = (document: FoundInNav, now: number) =>
  ({ type: 'NavDocumentSent', data: { ...document, byAsking: true, at: at(now) } }) as const;
const attention = (because: 'several_in_nav' | 'found_in_nav', now: number) =>
  ({ type: 'NavAttentionRaised', data: { because, at: at(now) } }) as const;
/** Until when a document waits after NAV had no time for its first attempt, begun and answered at `START`. */
const waitsUntil = (waitMs: number | null) => {
  const state = stateAfter(sending(), recording(1, busy(waitMs), 0));
  return state.kind === 'none' ? undefined : state.notBefore;
};

describe('the intent is written before NAV is called', () => {
  it('names the attempt', () => {
    given(pending())
      .when(starting(1))
      .then({ type: 'NavSendingStarted', data: { attempt: 1, at: at(1) } });
  });
  it('only one of two workers can begin', () => {
    given(sending()).when(starting(1)).thenNothing();
  });
});

describe('after silence NAV is asked, and sent to again only when nothing can be on its way any more', () => {
  it('not a moment before its time is up', () => {
    given(unknown())
      .when(starting(QUARTER - 0.001))
      .thenNothing();
    given(unknown()).when(starting(QUARTER)).thenTypes('NavSendingStarted');
  });
  it('counts from the moment of the question, not that of its answer', () => {
    given(unknown())
      .when(starting(QUARTER - 1, QUARTER + 60))
      .thenNothing();
  });
  it('what NAV has is not sent again', () => {
    const [document] = A_DOCUMENT;
    given(unknown()).when(finding(A_DOCUMENT)).then(foundByAsking(document, 30));
    expect(nextStep(stateAfter(unknown(), finding(A_DOCUMENT)), at(9_999), WINDOW)).toBe('nothing');
  });
  it('a worker that died in the midst of it leaves an unknown outcome', () => {
    expect(nextStep(sending(), at(59), WINDOW)).toBe('nothing');
    given(sending()).when(interrupting(59)).thenNothing();
    given(sending())
      .when(interrupting(60))
      .then({ type: 'NavOutcomeUnknown', data: { code: 'interrupted', message: '', at: at(60) } });
  });
  it('a package taken back meanwhile is not sent to NAV', () => {
    const flagged = stateAfter(unknown(), following({ sent: false }, 30));
    given(flagged).when(starting(QUARTER)).thenTypes('NavDocumentWithdrawn');
  });
  it('two documents of one number are said to a person', () => {
    given(unknown())
      .when(finding(TWO_DOCUMENTS))
      .then(foundByAsking({ navId: 'n1', navNumber: '101' }, 30), attention('several_in_nav', 30));
  });
  it('a document that NAV had before we ever sent one is said to a person', () => {
    const [document] = A_DOCUMENT;
    given(pending())
      .when(finding(A_DOCUMENT, 1))
      .then(foundByAsking(document, 1), attention('found_in_nav', 1));
  });
  it('after ten attempts a person decides', () => {
    let state = unknown();
    for (let attempt = 2; attempt <= ATTEMPTS_AT_ONCE; attempt += 1) {
      const now = attempt * QUARTER;
      state = stateAfter(state, starting(now));
      state = stateAfter(state, recording(attempt, SILENCE, now));
    }
    expect(state).toMatchObject({ attempts: 10, state: 'unknown' });
    const end = 20 * QUARTER;
    given(state)
      .when(starting(end))
      .then({ type: 'NavDocumentRejected', data: { code: 'attempts_used_up', message: '', at: at(end) } });
  });
});

describe('what NAV answers', () => {
  it('a certain answer counts though the attempt was given up meanwhile', () => {
    given(unknown())
      .when(recording(1, taken, 70))
      .thenTypes('NavDocumentSent');
  });
  it('an answer to an attempt that another one followed says nothing', () => {
    const second = stateAfter(unknown(), starting(QUARTER));
    given(second)
      .when(recording(1, refused, QUARTER + 1))
      .thenNothing();
  });
  it('nothing follows a document that NAV has', () => {
    given(sent())
      .when(recording(1, refused, 70))
      .thenNothing();
  });
  it('429 waits as long as NAV says, then sends again without a window: NAV did nothing', () => {
    const state = stateAfter(sending(), recording(1, busy(7_000), 1));
    expect(state).toMatchObject({ state: 'pending', notBefore: at(8), unresolved: false });
    expect(nextStep(state, at(7.999), WINDOW)).toBe('nothing');
    expect(nextStep(state, at(8), WINDOW)).toBe('ask');
    given(state).when(starting(7.999)).thenNothing();
    given(state).when(starting(8)).thenTypes('NavSendingStarted');
  });
  it.each([
    [0, 1],
    [9_999_999_999, 900],
  ])('a wait of %i ms is taken as %i s', (waitMs, seconds) => {
    expect(waitsUntil(waitMs)).toBe(at(seconds));
  });
  it('a wait of unknown length is taken as half a minute', () => {
    expect(waitsUntil(null)).toBe(at(30));
  });
  it('has its words made harmless before they are kept', () => {
    const text = 'No item\n for ann@shop.test at https://nav.test/x?k=1, Bearer abc.def CorrelationId: 1f-2.';
    expect(harmless(text, 300)).toBe('No item for … at … …');
    expect(harmless('x'.repeat(400), 300)).toHaveLength(300);
  });
});

/**
 * A NAV that makes documents at once, late or never, and workers that die anywhere: whatever the order, no attempt is
 * begun while an earlier one can still come to something, so NAV has one at most.
 */
describe('whatever happens, NAV never holds two', () => {
  const fates = fc.array(
    fc.record({
      makes: fc.oneof(fc.constant(null), fc.integer({ min: 0, max: WINDOW.windowMs - 1 })),
      heard: fc.boolean(),
      pause: fc.integer({ min: 1, max: 400_000 }),
    }),
    { minLength: 1, maxLength: 60 },
  );
  it('for any fate of every attempt', () => {
    fc.assert(
      fc.property(fates, (story) => {
        let state = pending();
        let now = 0;
        const made: number[] = [];
        for (const { makes, heard, pause } of story) {
          now += pause / 1_000;
          state = stateAfter(state, interrupting(now));
          if (nextStep(state, at(now), WINDOW) !== 'ask') continue;
          const there = made
            .filter((moment) => moment <= now)
            .map((moment) => ({ navId: `${moment}`, navNumber: '1' }));
          const events = given(state)
            .when(there.length > 0 ? finding(there, now) : starting(now))
            .events();
          state = after(state, events);
          if (!typesOf(events).includes('NavSendingStarted')) continue;
          if (makes !== null) made.push(now + makes / 1_000);
          if (makes !== 0 || !heard || state.kind === 'none') continue;
          state = stateAfter(state, recording(state.attempts, taken, now));
        }
        return made.length <= 1;
      }),
      { numRuns: 500, seed: 20_261_122 },
    );
  });
});

describe('the boundaries of an attempt', () => {
  it('nothing found, or no document: nothing happens', () => {
    given(unknown()).when(finding([])).thenNothing();
    given(NONE).when(finding(A_DOCUMENT)).thenNothing();
  });

  it('what is under way or was sent is not asked for', () => {
    for (const state of [sending(), sent()]) given(state).when(finding(A_DOCUMENT)).thenNothing();
  });

  it('keeps at most 80 characters of a code and 300 of a message', () => {
    const outcome = { kind: 'rejected', code: 'c'.repeat(400), message: 'm'.repeat(400) } as const;
    given(sending())
      .when(recording(1, outcome, 1))
      .then({
        type: 'NavDocumentRejected',
        data: { code: `${'c'.repeat(79)}…`, message: `${'m'.repeat(299)}…`, at: at(1) },
      });
  });

  it('says nothing of another attempt', () => {
    given(sending())
      .when(recording(2, taken, 1))
      .thenNothing();
  });

  it('an unknown outcome is said once', () => {
    given(sending())
      .when(recording(1, SILENCE, 1))
      .thenTypes('NavOutcomeUnknown');
    given(unknown())
      .when(recording(1, SILENCE, 30))
      .thenNothing();
  });
});

it('an answer that comes after a certain one says nothing', () => {
  expect(sent()).toMatchObject({ state: 'sent', unresolved: false, notBefore: null });
  given(sent())
    .when(recording(1, taken, 70))
    .thenNothing();
});

describe('the answer to an attempt, as it is kept', () => {
  const said = { code: 'c', message: 'm' } as const;
  it.each<[SendingOutcome, NavEvent]>([
    [taken, { type: 'NavDocumentSent', data: { navId: 'n', navNumber: '101', byAsking: false, at: at(1) } }],
    [
      { kind: 'rejected', ...said },
      { type: 'NavDocumentRejected', data: { ...said, at: at(1) } },
    ],
    [
      { kind: 'postponed', ...said, waitMs: 7_000 },
      { type: 'NavSendingPostponed', data: { ...said, until: at(8), at: at(1) } },
    ],
    [
      { kind: 'unknown', ...said },
      { type: 'NavOutcomeUnknown', data: { ...said, at: at(1) } },
    ],
  ])('%o', (outcome, event) => {
    given(sending())
      .when(recording(1, outcome, 1))
      .then(event);
  });

  it('no longer counts once a person skipped the document', () => {
    const skipped = after(unknown(), [
      { type: 'NavDocumentSkipped', data: { reason: 'by hand', by: by(at(30)).actor, at: at(30) } },
    ]);
    expect(skipped).toMatchObject({ state: 'skipped', unresolved: true });
    given(skipped)
      .when(recording(1, taken, 70))
      .thenNothing();
    given(NONE)
      .when(recording(0, taken, 70))
      .thenNothing();
  });

  it('keeps the shortest and the longest wait to the millisecond', () => {
    expect([1_000, 1_001, 899_999, 900_001].map(waitsUntil)).toEqual([
      at(1),
      at(1.001),
      at(899.999),
      at(900),
    ]);
  });
});

describe('what a worker does with a document next', () => {
  it.each([
    ['a document that waits for nothing is asked for', pending(), 0, 'ask'],
    ['one without an answer is asked for', unknown(), 21, 'ask'],
    ['one under way is left alone', sending(), 59.999, 'nothing'],
    ['one under way for too long was interrupted', sending(), 60, 'interrupted'],
    ['one that NAV has is left alone', sent(), 9_999, 'nothing'],
    ['one that NAV refused is left alone', rejected(), 9_999, 'nothing'],
    ['none is left alone', NONE, 0, 'nothing'],
  ] as const)('%s', (_name, state, seconds, step) => {
    expect(nextStep(state, at(seconds), WINDOW)).toBe(step);
  });
});
