import { describe, expect, it } from 'vitest';
import { EMPTY_SENDING, sendBody, whyNotSend, type SendState } from './sending.ts';

const ready: SendState = {
  sending: { ...EMPTY_SENDING, tracking: 'TR-1' },
  rows: [{ can_transfer: true }],
  factory: 30,
  hasSignature: true,
};
const written = (fields: object): SendState => ({ ...ready, sending: { ...ready.sending, ...fields } });

describe('a transfer can be sent', () => {
  it('with a factory, pieces that may go, a number and a signature', () => {
    expect(whyNotSend(ready)).toBeNull();
  });

  it.each([
    ['factory', { ...ready, factory: null }],
    ['empty', { ...ready, rows: [] }],
    ['blocked', { ...ready, rows: [{ can_transfer: true }, { can_transfer: false }] }],
    ['tracking', written({ tracking: '  ' })],
    ['trackingInvalid', written({ tracking: 'TR' })],
    ['trackingInvalid', written({ tracking: 'TR#1' })],
    ['weight', written({ weight: '0' })],
    ['weight', written({ weight: 'heavy' })],
    ['signature', { ...ready, hasSignature: false }],
  ])('and says the first thing that is missing: %s', (why, state) => {
    expect(whyNotSend(state)).toBe(why);
  });

  it('leaves out what was not written, and reads a comma as a point', () => {
    expect(sendBody({ ...EMPTY_SENDING, tracking: ' TR-1 ' }, 30, null)).toEqual({
      tracking_number: 'TR-1',
      factory: 30,
    });
    const full = { tracking: 'TR-1', carrier: 'DHL', seal: ' S1 ', weight: '12,5', signer: ' Ana ' };
    expect(sendBody(full, 30, { strokes: [[[0, 0]]], image: 'data:' })).toEqual({
      tracking_number: 'TR-1',
      factory: 30,
      carrier: 'DHL',
      seal_number: 'S1',
      gross_weight: 12.5,
      signature: { signer_name: 'Ana', strokes: [[[0, 0]]], image: 'data:' },
    });
  });
});
