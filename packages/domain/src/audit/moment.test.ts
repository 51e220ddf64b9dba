import { describe, expect, it } from 'vitest';
import { eventsAt, momentOf, placeInTime, type TimedEvent } from './moment.ts';

const at = (time: string): string => `2026-11-20T${time}.000Z`;

const event = (type: string, happened: string, recorded = happened, claimed = happened): TimedEvent => ({
  type,
  data: { at: at(happened) },
  recordedAt: at(recorded),
  metadata: { occurredAt: at(claimed) },
});

const DEPOSIT = event('ItemDeposited', '09:00:00');
const MOVE = event('ItemStatusChanged', '10:10:00');
const LATE_SCAN = event('ItemScanned', '10:20:00', '10:20:00', '10:00:00');
const LIFE = [DEPOSIT, MOVE, LATE_SCAN];

const namesAt = (asOf: string | null, knownAt: string | null, life = LIFE): readonly string[] =>
  eventsAt(life, { asOf: asOf && at(asOf), knownAt: knownAt && at(knownAt) }).map(({ type }) => type);

describe('a scan made at 10:00 without network and received at 10:20', () => {
  it('was true from 10:00 on, as is known today', () => {
    expect(namesAt('09:59:59', null)).toEqual(['ItemDeposited']);
    expect(namesAt('10:00:00', null)).toEqual(['ItemDeposited', 'ItemScanned']);
  });

  it('was not known before 10:20', () => {
    expect(namesAt('10:05:00', '10:19:59')).toEqual(['ItemDeposited']);
    expect(namesAt('10:05:00', '10:20:00')).toEqual(['ItemDeposited', 'ItemScanned']);
    expect(namesAt('10:15:00', '10:19:59')).toEqual(['ItemDeposited', 'ItemStatusChanged']);
  });

  it('leaves the order of the log as it is', () => {
    expect(namesAt(null, null)).toEqual(LIFE.map(({ type }) => type));
  });
});

describe('the place of an event', () => {
  it('is never before the event it followed, whatever a clock said', () => {
    const early = event('ItemStatusChanged', '09:30:00', '10:11:00');
    expect(placeInTime([DEPOSIT, MOVE, early])[2]?.trueFrom).toBe('2026-11-20T10:10:00.000000Z');
  });

  it('is never after it was recorded', () => {
    const ahead = event('ItemStatusChanged', '12:00:00', '10:11:00');
    expect(placeInTime([DEPOSIT, ahead])[1]?.trueFrom).toBe('2026-11-20T10:11:00.000000Z');
  });

  it('ignores what a device claims of anything but a scan', () => {
    const claimed = event('ItemStatusChanged', '10:30:00', '10:30:00', '10:12:00');
    expect(placeInTime([DEPOSIT, claimed])[1]?.trueFrom).toBe('2026-11-20T10:30:00.000000Z');
  });

  it('is not before the deposit for a scan, nor after the server saw it', () => {
    const before = event('ItemScanned', '10:20:00', '10:20:00', '08:00:00');
    const after = event('ItemScanned', '10:20:00', '10:20:00', '11:00:00');
    expect(placeInTime([DEPOSIT, before])[1]?.trueFrom).toBe('2026-11-20T09:00:00.000000Z');
    expect(placeInTime([DEPOSIT, after])[1]?.trueFrom).toBe('2026-11-20T10:20:00.000000Z');
  });

  it('is when it was recorded for an event without an occurrence time', () => {
    const silent = { ...MOVE, data: {} };
    expect(placeInTime([silent])[0]?.trueFrom).toBe('2026-11-20T10:10:00.000000Z');
  });

  it('does not come back in time on the axis of what was known', () => {
    const setBack = event('CommentAdded', '10:05:00', '10:05:00');
    expect(placeInTime([DEPOSIT, MOVE, setBack])[2]?.knownFrom).toBe('2026-11-20T10:10:00.000000Z');
  });
});

describe('a moment', () => {
  it('of the known axis alone is what was known then of then', () => {
    expect(momentOf(undefined, at('10:00:00'))).toEqual({ asOf: at('10:00:00'), knownAt: at('10:00:00') });
  });

  it('of the true axis alone is as known today', () => {
    expect(momentOf(at('10:00:00'), undefined)).toEqual({ asOf: at('10:00:00'), knownAt: null });
    expect(momentOf(undefined, undefined)).toBeNull();
  });
});
