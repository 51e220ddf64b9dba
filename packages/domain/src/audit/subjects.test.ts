import { describe, expect, it } from 'vitest';
import { FEED_KINDS, kindOfStream, streamsOfKind } from './subjects.ts';

describe('the kind of a stream', () => {
  it.each([
    ['item-42', 'item'],
    ['rma-1', 'rma'],
    ['shipment-7', 'shipment'],
    ['nav-7', 'nav'],
    ['user-3', 'account'],
    ['role-3', 'account'],
    ['worker-5', 'worker'],
    ['worker-role-5', 'worker'],
    ['sign-in-0a-1b', 'sign_in'],
    ['session-0a-1b', 'sign_in'],
    ['system-config', 'settings'],
    ['sub-reason-2', 'settings'],
    ['clearing-run-9', 'clearing'],
    ['export-4', 'export'],
    ['message-8', 'message'],
    ['message-wording', 'settings'],
    ['message-choice-customer-1', 'privacy'],
    ['privacy-request-1', 'privacy'],
    ['privacy-export-1', 'privacy'],
    ['privacy-subject-rma-1', 'privacy'],
    ['legal-hold-1', 'privacy'],
    ['retention-schedule-1', 'privacy'],
    ['retention-run-1', 'privacy'],
    ['audit-reading-0a', 'reading'],
    ['difference-3', 'upkeep'],
    ['itemised-3', 'upkeep'],
  ] as const)('of %s is %s', (stream, kind) => {
    expect(kindOfStream(stream)).toBe(kind);
    const fitting = FEED_KINDS.filter((each) => new RegExp(streamsOfKind(each)).test(stream));
    expect(fitting).toEqual([kind]);
  });
});
