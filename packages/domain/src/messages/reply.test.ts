import { describe, expect, it } from 'vitest';
import { fold } from '../decider.ts';
import { DAY_MS, HOUR_MS, toInstant, toMs } from '../kernel.ts';
import { beginMessage, type MessageFacts } from './decide.ts';
import type { MessageEvent, MessageHead } from './events.ts';
import { evolveMessage, initialMessage, toMessageRow, type Message } from './message.ts';
import { decideReply, markSeen } from './reply.ts';

const NOW = '2026-11-20T10:00:00.000Z';
const ago = (ms: number) => toInstant(toMs(NOW) - ms);
const by = { userId: 7, workerId: null };
const policy = { messageWaitMs: HOUR_MS, quietFromHour: 21, quietUntilHour: 8 };
const context = { now: NOW, by, policy, isOn: true, hasGateway: true };
const about = { rmaId: 2, itemIds: [3], storeId: 1, customerRef: 'customer-9' };
const head: MessageHead = { ...about, messageId: 5, kind: 'reply', cause: 'event-1', fee: null };
const conversation = { channel: 'whatsapp', number: '+33612345678', at: ago(HOUR_MS) } as const;
const facts: MessageFacts = {
  happenedAt: NOW,
  isCauseHere: true,
  isStillSo: true,
  hasOtherLink: false,
  contact: { email: 'camille@laurent.test', phone: '612345678' },
  declined: { email: false, phone: false },
  sender: { name: 'Maison', address: 'atelier@maison.test' },
  phoneChannel: 'sms',
  timeZone: 'Europe/Paris',
  language: 'fr',
  restoredAt: null,
  conversation,
};

function messageAfter(events: readonly MessageEvent[]): Message {
  const state = fold(evolveMessage, initialMessage, events);
  if (state.kind === 'none') throw new Error('there is no message');
  return state;
}
const received = (messageId = 4): MessageEvent => ({
  type: 'CustomerMessageReceived',
  data: {
    ...about,
    messageId,
    channel: 'whatsapp',
    from: '+33612345678',
    text: 'Ready?',
    gatewayId: 'x',
    at: ago(HOUR_MS),
  },
});
const reply = (more: Partial<MessageFacts> = {}, given: Partial<typeof context> = {}) =>
  decideReply(
    { head, text: 'Friday', answered: [messageAfter([received()])] },
    { ...facts, ...more },
    { ...context, ...given },
  );
const whyNot = (...given: Parameters<typeof reply>) => {
  const decision = reply(...given);
  return decision.ok ? null : decision.rejection.details?.['why'];
};

describe('an answer to a customer (product/messages.md §6)', () => {
  it('is planned at once on the channel they wrote on, with its author, and what it answers is read', () => {
    const decision = reply();
    expect(decision).toMatchObject({
      ok: true,
      streams: [
        {
          streamId: 'message-5',
          events: [
            { type: 'MessagePlanned', data: { kind: 'reply', channel: 'whatsapp', dueAt: NOW } },
            { type: 'CustomerReplyWritten', data: { text: 'Friday', by } },
          ],
        },
        { streamId: 'message-4', events: [{ type: 'CustomerMessageSeen' }] },
      ],
    });
  });
  it('needs a text from the number of today', () => {
    expect(whyNot({ conversation: null })).toBe('not_written');
  });
  it('is refused like every message: off, no gateway, opted out, erased, no sender', () => {
    expect(whyNot({}, { isOn: false })).toBe('off');
    expect(whyNot({}, { hasGateway: false })).toBe('no_server');
    expect(whyNot({ declined: { email: false, phone: true } })).toBe('opted_out');
    expect(whyNot({ declined: { email: true, phone: false } })).toBeNull();
    expect(whyNot({ contact: null })).toBe('erased');
    expect(whyNot({ sender: null })).toBe('no_sender');
  });
  it('has a day on WhatsApp, two on WeChat, no end by SMS', () => {
    const after = (channel: 'whatsapp' | 'wechat' | 'sms', ms: number) =>
      whyNot({ conversation: { ...conversation, channel, at: ago(ms) } });
    expect([after('whatsapp', DAY_MS), after('whatsapp', DAY_MS + 1)]).toEqual([null, 'window_over']);
    expect([after('wechat', 2 * DAY_MS), after('wechat', 2 * DAY_MS + 1)]).toEqual([null, 'window_over']);
    expect(after('sms', 90 * DAY_MS)).toBeNull();
  });
  it('counts that time to the end of quiet hours, and again when it leaves', () => {
    const night = '2026-11-20T21:00:00.000Z';
    const at = toInstant(toMs(night) - 20 * HOUR_MS);
    expect(whyNot({ conversation: { ...conversation, at } }, { now: night })).toBe('window_over');
    const decision = reply();
    if (!decision.ok) throw new Error('refused');
    const message = messageAfter(decision.streams[0]?.events ?? []);
    const late = toInstant(toMs(NOW) + DAY_MS);
    expect(beginMessage(message, facts, { now: late, policy, attemptMs: HOUR_MS })).toMatchObject([
      { type: 'MessageSkipped', data: { why: 'window_over' } },
    ]);
  });
});

describe('a text of a customer', () => {
  it('is unread until staff read it, once; that changes nothing else', () => {
    const text = messageAfter([received()]);
    expect(toMessageRow(text)).toMatchObject({
      kind: 'received',
      state: 'received',
      due_at: null,
      seen_at: null,
    });
    const [seen] = markSeen([text], { now: NOW, by });
    const read = evolveMessage(text, seen?.events[0] ?? received());
    expect(read).toMatchObject({ seenAt: NOW, changedAt: ago(HOUR_MS) });
    expect(markSeen(read.kind === 'message' ? [read] : [], { now: NOW, by })).toEqual([]);
  });
  it('is never sent', () => {
    expect(beginMessage(messageAfter([received()]), facts, { now: NOW, policy, attemptMs: HOUR_MS })).toEqual(
      [],
    );
  });
});
