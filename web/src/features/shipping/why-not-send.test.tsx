import type { PackageView } from '@atelier/contracts/shipping/schema.ts';
import { describe, expect, it } from 'vitest';
import { whyNotSend, type SendState } from './why-not-send.ts';

const view = (blocking: PackageView['blocking'], items = 1): PackageView =>
  ({
    shipment: null,
    items: Array.from({ length: items }, () => ({})),
    can_send: blocking.length === 0,
    blocking,
  }) as unknown as PackageView;
const unsigned = { code: 'signature_required', item_id: null, number: null };
const held = { code: 'held_missing', item_id: 4, number: 'PAR-000004' };
const state = (over: Partial<SendState>): SendState => ({
  tracking: '1Z 999',
  view: view([]),
  isChecking: false,
  hasSignature: false,
  ...over,
});

describe('why a package cannot be sent', () => {
  it('asks for the tracking number first, then for pieces', () => {
    expect(whyNotSend(state({ tracking: '' }))).toEqual({ kind: 'text', key: 'why.no_tracking' });
    expect(whyNotSend(state({ view: null }))).toEqual({ kind: 'text', key: 'why.empty' });
    expect(whyNotSend(state({ view: view([unsigned], 0) }))).toEqual({ kind: 'text', key: 'why.empty' });
  });

  it('says the first reason of the server and how many more there are', () => {
    expect(whyNotSend(state({ view: view([held, unsigned]) }))).toEqual({
      kind: 'code',
      code: 'held_missing',
      number: 'PAR-000004',
      more: 1,
    });
  });

  it('counts a signature on the pad as signed', () => {
    expect(whyNotSend(state({ view: view([unsigned]) }))).toMatchObject({ code: 'signature_required' });
    expect(whyNotSend(state({ view: view([unsigned]), hasSignature: true }))).toBeNull();
  });

  it('sends what has no obstacle, once the check is done', () => {
    expect(whyNotSend(state({}))).toBeNull();
    expect(whyNotSend(state({ isChecking: true }))).toEqual({ kind: 'text', key: 'why.checking' });
  });
});
