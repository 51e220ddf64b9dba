import { at, by, customerRef, type AnyEvent } from './fixture-facts.ts';

/** Verifications and sealing of the log itself. */
export const logStreams: Readonly<Record<string, readonly AnyEvent[]>> = {
  'log-verification-4': [
    { type: 'LogVerificationRequested', data: { verificationId: 4, at, by } },
    {
      type: 'LogVerificationFinished',
      data: {
        verified: {
          events: 90,
          archived: 0,
          checkpoints: 3,
          cosignatures: 6,
          outside: 1,
          signatures: true,
        },
        faults: [
          {
            kind: 'changed',
            stream: 'item-42',
            version: 2,
            position: 17,
            field: 'data',
            detail: 'the event is not the one that was sealed',
          },
        ],
        faultCount: 1,
        at,
      },
    },
  ],
  'log-verification-6': [
    { type: 'LogVerificationRequested', data: { verificationId: 6, at, by } },
    {
      type: 'LogVerificationFinished',
      data: {
        verified: {
          events: 90,
          archived: 0,
          checkpoints: 3,
          cosignatures: 6,
          outside: 1,
          signatures: true,
        },
        faults: [
          {
            kind: 'changed',
            code: 'event_changed',
            facts: {},
            stream: 'item-42',
            version: 2,
            position: 17,
            type: 'FeePaid',
            field: 'data',
            values: [{ field: 'data.amount', before: 30_000, after: 1, by: 'hash' }],
          },
        ],
        faultCount: 1,
        at,
      },
    },
  ],
  'unusual-review-17': [
    {
      type: 'UnusualReviewed',
      data: { eventPosition: 17, state: 'looked_at', note: null, wordsRef: customerRef, at, by },
    },
    {
      type: 'UnusualReviewed',
      data: { eventPosition: 17, state: 'explained', note: 'late delivery', wordsRef: customerRef, at, by },
    },
  ],
  'own-mail-7': [
    {
      type: 'OwnMailAsked',
      data: {
        userId: 7,
        userRef: 'user-golden',
        address: 'mei@house.test',
        language: 'ja',
        nonce: '5f0f3bd4-7a3e-4c53-9f0d-5d3a3c2a9b11',
        at,
      },
    },
    { type: 'OwnMailCodeSent', data: { language: 'ja', at } },
    { type: 'OwnMailConfirmed', data: { at } },
    { type: 'WeeklySummaryChosen', data: { wanted: true, language: 'ja', how: 'person', at } },
    { type: 'WeeklySummaryStarted', data: { week: '2026-11-09', attempt: 1, at } },
    {
      type: 'WeeklySummaryFailed',
      data: { week: '2026-11-09', attempt: 1, fault: 'unreachable', at },
    },
    {
      type: 'WeeklySummarySent',
      data: {
        week: '2026-11-09',
        attempt: 2,
        language: 'ja',
        figures: {
          turnaround: {
            week: { count: 12, median: 900_000, p90: 1_800_000, told: 10, kept: 8 },
            before: { count: 0, median: null, p90: null, told: 0, kept: 0 },
          },
          open: { pieces: 40, old: 6 },
          repeats: { collected: 9, again: 1 },
          alarms: 2,
          flow: { arrived: 20, finished: 18, arrivedBefore: 17, finishedBefore: 22 },
        },
        at,
      },
    },
    { type: 'OwnMailRemoved', data: { how: 'deactivated', at } },
  ],
  'flow-model-31': [
    {
      type: 'FlowModelFitted',
      data: {
        number: 1,
        siteId: 31,
        model: {
          at,
          weekly: 60,
          parcels: [1, 4],
          hours: [0.5, 0.5],
          stages: [
            { stage: 5, places: 3 },
            { stage: 6, places: null },
          ],
          lives: [{ hour: 1, steps: [5, 2.5, 6, 1] }],
          check: {
            from: at,
            to: at,
            pieces: 300,
            real: { p50: 200, p85: 400 },
            simulated: { p50: 204, p85: 396 },
          },
        },
        at,
      },
    },
  ],
  'ready-model': [
    {
      type: 'ReadyModelFitted',
      data: {
        number: 1,
        model: {
          at,
          pieces: 300,
          stages: {
            '4@0': {
              fitted: 200,
              calibrated: 100,
              days: { base: 9.5, effects: { 'reason 3': 1.25 }, perLoad: 0.5 },
              spread: { base: 3, effects: {}, perLoad: 0 },
              likely: -0.1,
              latest: 1.2,
              loads: [10, 40],
            },
          },
          weekdays: { FR: [1, 2, 3, 4, 5, 6] },
          held: { dates: 50, likely: 0.5, latest: 0.86 },
        },
        at,
      },
    },
  ],
  'defect-radar': [
    {
      type: 'DefectAlarmRaised',
      data: {
        number: 1,
        product: 'Aurore',
        pooled: null,
        reasonId: 3,
        factoryId: 31,
        week: '2026-02-23',
        since: '2026-02-16',
        count: 12,
        expected: 3.1,
        bound: 9,
        pieces: 20,
        expectedPieces: 6.2,
        at,
      },
    },
    { type: 'DefectWeekWatched', data: { week: '2026-02-23', series: 40, at } },
    {
      type: 'DefectAlarmSettled',
      data: { number: 1, cause: 'making', note: 'soft spring', wordsRef: 'defect-alarm-1', at, by },
    },
  ],
  'log-sealing': [
    { type: 'LogSealingRefused', data: { code: 'rewritten', stream: 'item-42', position: 17, at } },
    { type: 'LogSealingResumed', data: { code: 'rewritten', at } },
  ],
  'log-verification-5': [
    { type: 'LogVerificationRequested', data: { verificationId: 5, at, by } },
    { type: 'LogVerificationFailed', data: { at } },
  ],
};
