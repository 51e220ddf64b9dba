import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS, toInstant, toMs } from '../kernel.ts';
import { fold } from '../decider.ts';
import {
  beginMessage,
  MOST_ATTEMPTS,
  NEWS_FOR_MS,
  planMessage,
  recordMessage,
  type MessageFacts,
} from './decide.ts';
import type { MessageEvent, MessageHead } from './events.ts';
import { evolveMessage, initialMessage, type Message } from './message.ts';

const NOW = '2026-11-20T10:00:00.000Z';
const later = (ms: number) => toInstant(toMs(NOW) + ms);
const policy = { messageWaitMs: 10 * MINUTE_MS, quietFromHour: 21, quietUntilHour: 8 };
const ATTEMPT_MS = 2 * MINUTE_MS;
const at = (now: string) => ({ now, policy, attemptMs: ATTEMPT_MS });

const head: MessageHead = {
  messageId: 1,
  kind: 'ready',
  rmaId: 2,
  itemIds: [3],
  storeId: 1,
  customerRef: 'customer-9',
  cause: 'event-1',
  fee: null,
};
const facts: MessageFacts = {
  happenedAt: NOW,
  isCauseHere: true,
  isStillSo: true,
  hasOtherLink: false,
  contact: { email: 'camille@laurent.test', phone: '612345678' },
  declined: { email: false, phone: false },
  sender: { name: 'Maison', address: 'atelier@maison.test' },
  phoneChannel: null,
  timeZone: 'Europe/Paris',
  language: 'fr',
  restoredAt: null,
};

function messageAfter(...events: readonly MessageEvent[]): Message {
  const state = fold(evolveMessage, initialMessage, events);
  if (state.kind === 'none') throw new Error('there is no message');
  return state;
}
const planned = (more: Partial<MessageHead> = {}, known: MessageFacts = facts) =>
  messageAfter(...planMessage({ ...head, ...more }, known, at(NOW)));
const whyNot = (more: Partial<MessageFacts>, now = NOW) => {
  const [event] = planMessage(head, { ...facts, ...more }, at(now));
  return event?.type === 'MessageSkipped' ? event.data.why : (event?.type ?? 'nothing');
};
const begun = (message: Message, now: string, more: Partial<MessageFacts> = {}) =>
  beginMessage(message, { ...facts, ...more }, at(now));

describe('planning a message (product/messages.md §2)', () => {
  it('waits until a move can no longer be taken back; a deposit is sent at once', () => {
    expect(planned().dueAt).toBe(later(10 * MINUTE_MS));
    expect(planned({ kind: 'deposit' }).dueAt).toBe(NOW);
  });
  it('waits for the end of quiet hours, counted after that wait', () => {
    const evening = '2026-11-20T19:55:00.000Z';
    const [event] = planMessage(head, { ...facts, happenedAt: evening }, at(evening));
    expect(event?.data).toMatchObject({ dueAt: '2026-11-21T07:00:00.000Z' });
  });
  it('goes by e-mail, to the phone where there is no address and a gateway, and nowhere else', () => {
    const phoneOnly = { email: null, phone: '612345678' };
    expect(planned().channel).toBe('email');
    expect(planned({}, { ...facts, contact: phoneOnly, phoneChannel: 'sms' }).channel).toBe('sms');
    expect(whyNot({ contact: phoneOnly })).toBe('no_address');
    expect(whyNot({ contact: { email: '', phone: '' }, phoneChannel: 'sms' })).toBe('no_address');
  });
  it('says why there is none', () => {
    expect(whyNot({ contact: null })).toBe('erased');
    expect(whyNot({ declined: { email: true, phone: false } })).toBe('opted_out');
    expect(whyNot({ sender: null })).toBe('no_sender');
    expect(whyNot({ isCauseHere: false })).toBe('imported');
    expect(whyNot({ hasOtherLink: true })).toBe('link_open');
  });
  it('leaves no trace of what is no longer so', () => {
    expect(whyNot({ isStillSo: false })).toBe('nothing');
  });
  it('is too late after three days, not on the millisecond', () => {
    expect(whyNot({}, later(NEWS_FOR_MS))).toBe('MessagePlanned');
    expect(whyNot({}, later(NEWS_FOR_MS + 1))).toBe('too_old');
  });
  it('sends nothing of what happened before a restore, its very millisecond included', () => {
    expect(whyNot({ restoredAt: NOW })).toBe('restored');
    expect(whyNot({ restoredAt: later(-1) })).toBe('MessagePlanned');
  });
});

describe('beginning to send', () => {
  const due = later(10 * MINUTE_MS);
  it('waits for its time, which is meant to the millisecond', () => {
    expect(begun(planned(), toInstant(toMs(due) - 1))).toEqual([]);
    expect(begun(planned(), due)).toMatchObject([{ type: 'MessageSendingStarted', data: { attempt: 1 } }]);
  });
  it('sends nothing that changed meanwhile, and says why', () => {
    expect(begun(planned(), due, { isStillSo: false })).toMatchObject([{ data: { why: 'outdated' } }]);
    expect(begun(planned(), due, { declined: { email: true, phone: false } })).toMatchObject([
      { data: { why: 'opted_out' } },
    ]);
    expect(begun(planned(), due, { contact: null })).toMatchObject([{ data: { why: 'erased' } }]);
  });
  it('waits once more where quiet hours have begun', () => {
    const night = '2026-11-20T23:00:00.000Z';
    const [event] = begun(planned(), night);
    expect(event).toMatchObject({ type: 'MessagePostponed', data: { dueAt: '2026-11-21T07:00:00.000Z' } });
  });
  it('lets one worker begin; another follows when its time has run out', () => {
    const message = messageAfter(...planMessage(head, facts, at(NOW)), ...begun(planned(), due));
    const over = toInstant(toMs(due) + ATTEMPT_MS);
    expect(begun(message, toInstant(toMs(over) - 1))).toEqual([]);
    expect(begun(message, over)).toMatchObject([{ data: { attempt: 2 } }]);
  });
  it('gives up after the last unfinished attempt', () => {
    const message: Message = { ...planned(), state: 'sending', attempts: MOST_ATTEMPTS, dueAt: due };
    expect(begun(message, due)).toMatchObject([
      { type: 'MessageFailed', data: { fault: 'unclear', retryAt: null } },
    ]);
    expect(begun({ ...message, attempts: MOST_ATTEMPTS - 1 }, due)).toMatchObject([
      { type: 'MessageSendingStarted' },
    ]);
  });
});

describe('what became of an attempt', () => {
  const sending: Message = { ...planned(), state: 'sending', attempts: 1 };
  const sent = { kind: 'sent', to: 'camille@laurent.test' } as const;
  const failed = (fault: 'refused' | 'unreachable') => ({ kind: 'failed', fault }) as const;
  it('is recorded once, also when two attempts succeed', () => {
    const [event] = recordMessage(sending, 1, sent, NOW);
    expect(event).toMatchObject({ type: 'MessageSent', data: { to: 'camille@laurent.test' } });
    const done = { ...sending, state: 'sent', dueAt: null } as const;
    expect(recordMessage(done, 2, sent, NOW)).toEqual([]);
    expect(begun(done, later(DAY_MS))).toEqual([]);
  });
  it('counts though another attempt has begun, unless it failed', () => {
    expect(recordMessage({ ...sending, attempts: 2 }, 1, sent, NOW)).toHaveLength(1);
    expect(recordMessage({ ...sending, attempts: 2 }, 1, failed('unreachable'), NOW)).toEqual([]);
    // Nothing left: the attempt stays open until its time is over, and another one follows.
    expect(recordMessage(sending, 1, { kind: 'too_late' }, NOW)).toEqual([]);
  });
  it('is tried again after 1, 5, 15, 60 and 240 minutes; a refusal is for good', () => {
    const waits = [1, 2, 3, 4, 5, 6].map((attempts) => {
      const [event] = recordMessage({ ...sending, attempts }, attempts, failed('unreachable'), NOW);
      return event?.type === 'MessageFailed' ? event.data.retryAt : undefined;
    });
    const minutes = [1, 5, 15, 60, 240].map((count) => later(count * MINUTE_MS));
    expect(waits).toEqual([...minutes, null]);
    const [event] = recordMessage(sending, 1, failed('refused'), NOW);
    expect(event).toMatchObject({ data: { retryAt: null } });
  });
  it('all attempts and a night end before the event is too old', () => {
    expect(((1 + 5 + 15 + 60 + 240) * MINUTE_MS + 24 * HOUR_MS) * 2).toBeLessThan(NEWS_FOR_MS);
  });
});
