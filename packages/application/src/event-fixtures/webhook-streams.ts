import { at, by, type AnyEvent } from './fixture-facts.ts';

/** An endpoint with everything that can happen to it. */
export const webhookStreams: Readonly<Record<string, readonly AnyEvent[]>> = {
  'webhook-9': [
    {
      type: 'WebhookMade',
      data: {
        webhookId: 9,
        name: 'Boutique en ligne',
        url: 'https://hooks.example/in',
        types: ['piece.created'],
        siteId: 1,
        scope: { kind: 'store', siteId: 1 },
        keyId: 5,
        publicKey: 'whpk_a',
        after: 100,
        at,
        by,
      },
    },
    {
      type: 'WebhookChanged',
      data: {
        name: 'Boutique en ligne',
        url: 'https://hooks.example/other',
        types: ['piece.created', 'fee.paid'],
        siteId: null,
        scope: { kind: 'all' },
        at,
        by,
      },
    },
    { type: 'WebhookKeyRotated', data: { keyId: 6, publicKey: 'whpk_b', previousUntil: at, at, by } },
    { type: 'WebhookPingAsked', data: { at, by } },
    { type: 'WebhookReplayAsked', data: { after: 20, at, by } },
    { type: 'WebhookDeliveryAsked', data: { position: 21, at, by } },
    { type: 'WebhookSwitchedOff', data: { why: 'gone', at, by } },
    { type: 'WebhookSwitchedOn', data: { after: null, at, by } },
  ],
};
