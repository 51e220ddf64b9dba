import { at, by, type AnyEvent } from './fixture-facts.ts';

/** Messages to customers, one customer's choice, and the words of messages. */
export const messageStreams: Readonly<Record<string, readonly AnyEvent[]>> = {
  'message-60': [
    {
      type: 'MessagePlanned',
      data: {
        messageId: 60,
        kind: 'fee',
        rmaId: 101,
        itemIds: [2],
        storeId: 1,
        customerRef: 'customer-golden',
        cause: '0198c0de-0000-7000-8000-000000000001',
        fee: { amount: 7_000, currency: 'EUR' },
        channel: 'email',
        language: 'fr',
        dueAt: at,
        at,
      },
    },
    { type: 'MessagePostponed', data: { dueAt: at, at } },
    { type: 'MessageSendingStarted', data: { attempt: 1, until: at, at } },
    { type: 'MessageFailed', data: { attempt: 1, fault: 'unreachable', retryAt: at, at } },
    { type: 'MessageSendingStarted', data: { attempt: 2, until: at, at } },
    {
      type: 'MessageSent',
      data: { attempt: 2, customerRef: 'customer-golden', to: 'renée@example.com', at },
    },
  ],
  'message-61': [
    {
      type: 'MessageSkipped',
      data: {
        messageId: 61,
        kind: 'ready',
        rmaId: 101,
        itemIds: [2],
        storeId: 1,
        customerRef: 'customer-golden',
        cause: '0198c0de-0000-7000-8000-000000000002',
        fee: null,
        why: 'opted_out',
        at,
      },
    },
  ],
  'message-62': [
    {
      type: 'CustomerMessageReceived',
      data: {
        messageId: 62,
        rmaId: 101,
        itemIds: [2],
        storeId: 1,
        customerRef: 'customer-golden',
        channel: 'whatsapp',
        from: '+33612345678',
        text: 'Quand sera-t-elle prête ?',
        gatewayId: 'wamid.golden',
        at,
      },
    },
    { type: 'CustomerMessageSeen', data: { rmaId: 101, at, by } },
  ],
  'message-63': [
    {
      type: 'MessagePlanned',
      data: {
        messageId: 63,
        kind: 'reply',
        rmaId: 101,
        itemIds: [2],
        storeId: 1,
        customerRef: 'customer-golden',
        cause: '0198c0de-0000-7000-8000-000000000003',
        fee: null,
        channel: 'whatsapp',
        language: 'fr',
        dueAt: at,
        at,
      },
    },
    {
      type: 'CustomerReplyWritten',
      data: { rmaId: 101, customerRef: 'customer-golden', text: 'Vendredi.', at, by },
    },
  ],
  'message-choice-customer-golden': [
    { type: 'MessagesDeclined', data: { how: 'link', at, by } },
    { type: 'MessagesWanted', data: { how: 'staff', at, by } },
    { type: 'MessagesDeclined', data: { how: 'record', at, by } },
  ],
  'message-wording': [
    {
      type: 'MessageSenderChanged',
      data: { siteId: null, name: 'Maison', address: 'atelier@example.com', at, by },
    },
    {
      type: 'MessageTemplateChanged',
      data: { kind: 'ready', language: 'fr', template: { subject: 'Prête', body: '{{link}}' }, at, by },
    },
  ],
};
