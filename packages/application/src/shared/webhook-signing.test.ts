import { isGenuine } from '@atelier/tests/harness/webhook-receiver.ts';
import { describe, expect, it } from 'vitest';
import { makeWebhookKeyPair, signaturesOf } from './webhook-signing.ts';

const timestamp = Math.floor(Date.now() / 1_000);
const message = { id: 'msg_1', timestamp, body: '{"type":"ping"}' };
const pair = makeWebhookKeyPair();
const headersOf = (signature: string, more: object = {}) => ({
  'webhook-id': message.id,
  'webhook-timestamp': String(message.timestamp),
  'webhook-signature': signature,
  ...more,
});

describe('a signature', () => {
  it('is v1a over id, time and body, and fits the public key that receivers get', () => {
    expect(pair.publicKey).toMatch(/^whpk_[A-Za-z0-9+/]{43}=$/);
    const signature = signaturesOf(message, [pair.secretKey]);
    expect(signature).toMatch(/^v1a,[A-Za-z0-9+/]{86}==$/);
    expect(isGenuine({ headers: headersOf(signature), body: message.body }, pair.publicKey)).toBe(true);
  });

  it.each([
    ['another id', { 'webhook-id': 'msg_2' }, message.body],
    ['another time', { 'webhook-timestamp': String(timestamp + 1) }, message.body],
    ['another body', {}, '{"type": "ping"}'],
  ])('fits no message with %s', (_, more, body) => {
    const signature = signaturesOf(message, [pair.secretKey]);
    expect(isGenuine({ headers: headersOf(signature, more), body }, pair.publicKey)).toBe(false);
  });

  it('stands once for each key, with a space between', () => {
    const other = makeWebhookKeyPair();
    const signature = signaturesOf(message, [pair.secretKey, other.secretKey]);
    expect(signature.split(' ')).toHaveLength(2);
    for (const { publicKey } of [pair, other])
      expect(isGenuine({ headers: headersOf(signature), body: message.body }, publicKey)).toBe(true);
    expect(
      isGenuine({ headers: headersOf(signature), body: message.body }, makeWebhookKeyPair().publicKey),
    ).toBe(false);
  });
});
