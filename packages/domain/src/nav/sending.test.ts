import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ATTEMPTS_AT_ONCE } from './document.ts';
import type { NavDocumentState } from './document.ts';
import { followPackage } from './follow-package.ts';
import { harmless } from './harmless.ts';
import { foundInNav, interrupt, nextStep, recordOutcome, startSending } from './sending.ts';
import {
  after,
  at,
  by,
  HONG_KONG,
  pending,
  rejected,
  sending,
  sent,
  START,
  typesOf,
  unknown,
  WINDOW,
} from './testing.ts';

const QUARTER = WINDOW.windowMs / 1_000;
const start = (state: NavDocumentState, askedAt: number, now = askedAt) =>
  startSending(state, at(askedAt), at(now), WINDOW);

describe('the intent is written before NAV is called', () => {
  it('names the attempt', () => {
    expect(start(pending(), 1)).toEqual([{ type: 'NavSendingStarted', data: { attempt: 1, at: at(1) } }]);
  });
  it('only one of two workers can begin', () => {
    expect(start(sending(), 1)).toEqual([]);
  });
});

describe('after silence NAV is asked, and sent to again only when nothing can be on its way any more', () => {
  it('not a moment before its time is up', () => {
    expect(start(unknown(), QUARTER - 0.001)).toEqual([]);
    expect(typesOf(start(unknown(), QUARTER))).toEqual(['NavSendingStarted']);
  });
  it('counts from the moment of the question, not that of its answer', () => {
    expect(start(unknown(), QUARTER - 1, QUARTER + 60)).toEqual([]);
  });
  it('what NAV has is not sent again', () => {
    const events = foundInNav(unknown(), [{ navId: 'a', navNumber: '101' }], at(30));
    expect(events).toMatchObject([{ type: 'NavDocumentSent', data: { byAsking: true, navNumber: '101' } }]);
    expect(nextStep(after(unknown(), events), at(9_999), WINDOW)).toBe('nothing');
  });
  it('a worker that died in the midst of it leaves an unknown outcome', () => {
    expect(nextStep(sending(), at(59), WINDOW)).toBe('nothing');
    expect(interrupt(sending(), at(60), WINDOW)).toMatchObject([
      { type: 'NavOutcomeUnknown', data: { code: 'interrupted' } },
    ]);
  });
  it('a package taken back meanwhile is not sent to NAV', () => {
    const flagged = after(unknown(), followPackage(unknown(), { ...HONG_KONG, sent: false }, by(at(30))));
    expect(typesOf(start(flagged, QUARTER))).toEqual(['NavDocumentWithdrawn']);
  });
  it('two documents of one number are said to a person', () => {
    const found = [1, 2].map((n) => ({ navId: `n${n}`, navNumber: `10${n}` }));
    expect(typesOf(foundInNav(unknown(), found, at(30)))).toEqual(['NavDocumentSent', 'NavAttentionRaised']);
  });
  it('a document that NAV had before we ever sent one is said to a person', () => {
    const [, raised] = foundInNav(pending(), [{ navId: 'a', navNumber: '9' }], at(1));
    expect(raised).toMatchObject({ data: { because: 'found_in_nav' } });
  });
  it('after ten attempts a person decides', () => {
    let state = unknown();
    for (let attempt = 2; attempt <= ATTEMPTS_AT_ONCE; attempt += 1) {
      const now = attempt * QUARTER;
      state = after(state, start(state, now));
      state = after(
        state,
        recordOutcome(state, attempt, { kind: 'unknown', code: 'timeout', message: '' }, at(now)),
      );
    }
    expect(state).toMatchObject({ attempts: 10, state: 'unknown' });
    expect(start(state, 20 * QUARTER)).toMatchObject([
      { type: 'NavDocumentRejected', data: { code: 'attempts_used_up' } },
    ]);
  });
});

describe('what NAV answers', () => {
  const taken = { kind: 'sent', navId: 'n', navNumber: '101' } as const;
  it('a certain answer counts though the attempt was given up meanwhile', () => {
    expect(typesOf(recordOutcome(unknown(), 1, taken, at(70)))).toEqual(['NavDocumentSent']);
  });
  it('an answer to an attempt that another one followed says nothing', () => {
    const second = after(unknown(), start(unknown(), QUARTER));
    expect(recordOutcome(second, 1, { kind: 'rejected', code: 'x', message: '' }, at(QUARTER + 1))).toEqual(
      [],
    );
  });
  it('nothing follows a document that NAV has', () => {
    expect(recordOutcome(sent(), 1, { kind: 'rejected', code: 'x', message: '' }, at(70))).toEqual([]);
  });
  it('429 waits as long as NAV says, then sends again without a window: NAV did nothing', () => {
    const busy = { kind: 'postponed', code: '429', message: '', waitMs: 7_000 } as const;
    const state = after(sending(), recordOutcome(sending(), 1, busy, at(1)));
    expect(state).toMatchObject({ state: 'pending', notBefore: at(8), unresolved: false });
    expect(nextStep(state, at(7.999), WINDOW)).toBe('nothing');
    expect(nextStep(state, at(8), WINDOW)).toBe('ask');
    expect(start(state, 7.999)).toEqual([]);
    expect(typesOf(start(state, 8))).toEqual(['NavSendingStarted']);
  });
  it.each([
    [0, 1],
    [9_999_999_999, 900],
  ])('a wait of %i ms is taken as %i s', (waitMs, seconds) => {
    const busy = { kind: 'postponed', code: '429', message: '', waitMs } as const;
    expect(recordOutcome(sending(), 1, busy, START)).toMatchObject([{ data: { until: at(seconds) } }]);
  });
  it('a wait of unknown length is taken as half a minute', () => {
    const busy = { kind: 'postponed', code: '429', message: '', waitMs: null } as const;
    expect(recordOutcome(sending(), 1, busy, START)).toMatchObject([{ data: { until: at(30) } }]);
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
          state = after(state, interrupt(state, at(now), WINDOW));
          if (nextStep(state, at(now), WINDOW) !== 'ask') continue;
          const there = made
            .filter((moment) => moment <= now)
            .map((moment) => ({ navId: `${moment}`, navNumber: '1' }));
          const events = there.length > 0 ? foundInNav(state, there, at(now)) : start(state, now);
          state = after(state, events);
          if (!typesOf(events).includes('NavSendingStarted')) continue;
          if (makes !== null) made.push(now + makes / 1_000);
          if (makes !== 0 || !heard || state.kind === 'none') continue;
          const outcome = { kind: 'sent', navId: '1', navNumber: '1' } as const;
          state = after(state, recordOutcome(state, state.attempts, outcome, at(now)));
        }
        return made.length <= 1;
      }),
      { numRuns: 500, seed: 20_261_122 },
    );
  });
});

describe('the boundaries of an attempt', () => {
  it('nothing found, or no document: nothing happens', () => {
    expect(foundInNav(unknown(), [], at(30))).toEqual([]);
    expect(foundInNav({ kind: 'none' }, [{ navId: 'a', navNumber: '1' }], at(30))).toEqual([]);
  });

  it('a document that was never sent and stands in NAV is shown to a person', () => {
    const found = [{ navId: 'a', navNumber: '101' }];
    expect(foundInNav(pending(), found, at(30))).toMatchObject([
      { type: 'NavDocumentSent' },
      { type: 'NavAttentionRaised', data: { because: 'found_in_nav' } },
    ]);
  });

  it('what is under way or was sent is not asked for', () => {
    const found = [{ navId: 'a', navNumber: '101' }];
    expect([foundInNav(sending(), found, at(30)), foundInNav(sent(), found, at(30))]).toEqual([[], []]);
  });

  it('says which two numbers there are', () => {
    const found = [1, 2].map((n) => ({ navId: `n${n}`, navNumber: `10${n}` }));
    expect(foundInNav(unknown(), found, at(30))).toMatchObject([{}, { data: { because: 'several_in_nav' } }]);
  });

  it('keeps at most 80 characters of a code and 300 of a message', () => {
    const outcome = { kind: 'rejected', code: 'c'.repeat(400), message: 'm'.repeat(400) } as const;
    const [event] = recordOutcome(sending(), 1, outcome, at(1));
    expect(event).toMatchObject({
      data: { code: `${'c'.repeat(79)}…`, message: `${'m'.repeat(299)}…` },
    });
  });

  it('waits half a minute where NAV named no time', () => {
    const busy = { kind: 'postponed', code: '503', message: '', waitMs: null } as const;
    expect(recordOutcome(sending(), 1, busy, START)).toMatchObject([{ data: { until: at(30) } }]);
  });

  it('says nothing of another attempt', () => {
    const outcome = { kind: 'sent', navId: 'n', navNumber: '1' } as const;
    expect(recordOutcome(sending(), 2, outcome, at(1))).toEqual([]);
  });

  it('an unknown outcome is said once', () => {
    const silence = { kind: 'unknown', code: 'timeout', message: '' } as const;
    expect(typesOf(recordOutcome(sending(), 1, silence, at(1)))).toEqual(['NavOutcomeUnknown']);
    expect(recordOutcome(unknown(), 1, silence, at(30))).toEqual([]);
  });
});

it('an answer that comes after a certain one says nothing', () => {
  const late = { kind: 'sent', navId: 'z', navNumber: '9' } as const;
  expect(sent()).toMatchObject({ state: 'sent', unresolved: false, notBefore: null });
  expect(recordOutcome(sent(), 1, late, at(70))).toEqual([]);
});

describe('the answer to an attempt, as it is kept', () => {
  const said = { code: 'c', message: 'm' } as const;
  it.each([
    [
      { kind: 'sent', navId: 'n', navNumber: '101' } as const,
      { type: 'NavDocumentSent', data: { navId: 'n', navNumber: '101', byAsking: false, at: at(1) } },
    ],
    [{ kind: 'rejected', ...said } as const, { type: 'NavDocumentRejected', data: { ...said, at: at(1) } }],
    [
      { kind: 'postponed', ...said, waitMs: 7_000 } as const,
      { type: 'NavSendingPostponed', data: { ...said, until: at(8), at: at(1) } },
    ],
    [{ kind: 'unknown', ...said } as const, { type: 'NavOutcomeUnknown', data: { ...said, at: at(1) } }],
  ])('%o', (outcome, event) => {
    expect(recordOutcome(sending(), 1, outcome, at(1))).toEqual([event]);
  });

  it('no longer counts once a person skipped the document', () => {
    const skipped = after(unknown(), [
      { type: 'NavDocumentSkipped', data: { reason: 'by hand', by: by(at(30)).actor, at: at(30) } },
    ]);
    const sentNow = { kind: 'sent', navId: 'n', navNumber: '101' } as const;
    expect(skipped).toMatchObject({ state: 'skipped', unresolved: true });
    expect(recordOutcome(skipped, 1, sentNow, at(70))).toEqual([]);
    expect(recordOutcome({ kind: 'none' }, 0, sentNow, at(70))).toEqual([]);
  });

  it('keeps the shortest and the longest wait to the millisecond', () => {
    const until = (waitMs: number) =>
      recordOutcome(sending(), 1, { kind: 'postponed', ...said, waitMs }, START).map(({ data }) =>
        'until' in data ? data.until : null,
      );
    expect([until(1_000), until(1_001), until(899_999), until(900_001)]).toEqual([
      [at(1)],
      [at(1.001)],
      [at(899.999)],
      [at(900)],
    ]);
  });

  it('of NAV itself, asked for the number, says that it was found by asking', () => {
    const found = [{ navId: 'a', navNumber: '101' }];
    expect(foundInNav(unknown(), found, at(30))).toEqual([
      { type: 'NavDocumentSent', data: { navId: 'a', navNumber: '101', byAsking: true, at: at(30) } },
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
    ['none is left alone', { kind: 'none' } as const, 0, 'nothing'],
  ] as const)('%s', (_name, state, seconds, step) => {
    expect(nextStep(state, at(seconds), WINDOW)).toBe(step);
  });
});
