import { describe, expect, it } from 'vitest';
import { afterQuietHours } from './quiet-hours.ts';

const NIGHT = { from: 21, until: 8 };
const paris = (instant: string, hours = NIGHT) => afterQuietHours(instant, hours, 'Europe/Paris');

describe('quiet hours (product/messages.md §3)', () => {
  it('leave a moment outside them as it is, to the millisecond', () => {
    expect(paris('2026-11-20T19:59:59.999Z')).toBe('2026-11-20T19:59:59.999Z');
    expect(paris('2026-11-20T07:00:00.000Z')).toBe('2026-11-20T07:00:00.000Z');
  });
  it('begin with their hour and end with it, across midnight', () => {
    expect(paris('2026-11-20T20:00:00.000Z')).toBe('2026-11-21T07:00:00.000Z');
    expect(paris('2026-11-20T23:30:00.000Z')).toBe('2026-11-21T07:00:00.000Z');
    expect(paris('2026-11-21T06:59:59.999Z')).toBe('2026-11-21T07:00:00.000Z');
  });
  it('may lie within one day', () => {
    const noon = { from: 12, until: 14 };
    expect(paris('2026-11-20T11:30:00.000Z', noon)).toBe('2026-11-20T13:00:00.000Z');
    expect(paris('2026-11-20T13:00:00.000Z', noon)).toBe('2026-11-20T13:00:00.000Z');
  });
  it('are none where both hours are the same', () => {
    expect(paris('2026-11-20T23:30:00.000Z', { from: 0, until: 0 })).toBe('2026-11-20T23:30:00.000Z');
  });
  it('end at eight on the wall in the nights in which the clock changes', () => {
    expect(paris('2026-03-28T22:00:00.000Z')).toBe('2026-03-29T06:00:00.000Z');
    expect(paris('2026-10-24T21:00:00.000Z')).toBe('2026-10-25T07:00:00.000Z');
  });
  it('go by the shop, also where its zone has three quarters of an hour', () => {
    expect(afterQuietHours('2026-11-20T20:00:00.000Z', NIGHT, 'Asia/Tokyo')).toBe('2026-11-20T23:00:00.000Z');
    expect(afterQuietHours('2026-11-20T20:00:00.000Z', NIGHT, 'Asia/Kathmandu')).toBe(
      '2026-11-21T02:15:00.000Z',
    );
  });
});
