import { describe, expect, it } from 'vitest';
import { retentionSchedule } from '../contract/retention-schema.ts';
import { NO_RETENTION } from '../shared/retention.ts';
import { type RetainedPiece, keptBecause, keptThrough } from './retention.ts';

const schedule = {
  ...NO_RETENTION,
  on: true,
  default_months: 120,
  countries: [
    { code: 'FR', months: 36 },
    { code: 'JP', months: 24 },
  ],
};
const taken = (more: Partial<RetainedPiece> = {}): RetainedPiece => ({
  id: 1,
  status: 21,
  custody: 'customer',
  holds: [],
  endedAt: '2023-11-20T10:00:00.000Z',
  country: 'FR',
  timeZone: 'Europe/Paris',
  ...more,
});
const of = (...pieces: readonly RetainedPiece[]) => ({ isHeld: false, isRequested: false, pieces });
const because = (pieces: readonly RetainedPiece[], now: string) => keptBecause(of(...pieces), schedule, now);

describe('a term by country (product/privacy.md §6)', () => {
  it.each([
    ['the day before its last', '2026-11-19T12:00:00.000Z', 'term'],
    ['its last day', '2026-11-20T12:00:00.000Z', 'term'],
    ['the end of its last day in Paris', '2026-11-20T22:59:59.000Z', 'term'],
    ['the day after, in Paris', '2026-11-20T23:00:00.000Z', null],
  ])('keeps a customer through the last day of the calendar of the site: %s', (_, now, expected) => {
    expect(because([taken()], now)).toBe(expected);
  });

  it('begins on the day that the calendar of the site shows, wherever the server stands', () => {
    const tokyo = { country: 'JP', timeZone: 'Asia/Tokyo', endedAt: '2024-11-20T16:00:00.000Z' };
    expect(keptThrough(taken(tokyo), schedule)).toBe('2026-11-21');
    expect(because([taken(tokyo)], '2026-11-21T14:59:59.000Z')).toBe('term');
    expect(because([taken(tokyo)], '2026-11-21T15:00:00.000Z')).toBe(null);
  });

  it.each([
    ['2024-02-29T12:00:00.000Z', '2027-02-28'],
    ['2023-08-31T12:00:00.000Z', '2026-08-31'],
  ])('that ended on %s is over after %s', (endedAt, last) => {
    expect(keptThrough(taken({ endedAt }), schedule)).toBe(last);
  });

  it('is the default for a country without a separate one', () => {
    expect(keptThrough(taken({ country: 'IT', timeZone: 'Europe/Rome' }), schedule)).toBe('2033-11-20');
  });

  it('runs from the last piece that ended, and the longest one counts', () => {
    const now = '2026-12-01T00:00:00.000Z';
    expect(because([taken()], now)).toBe(null);
    expect(because([taken(), taken({ id: 2, endedAt: '2025-01-01T00:00:00.000Z' })], now)).toBe('term');
    expect(because([taken(), taken({ id: 2, country: 'IT', timeZone: 'Europe/Rome' })], now)).toBe('term');
  });
});

describe('what always keeps a customer (product/privacy.md §6)', () => {
  const now = '2060-01-01T00:00:00.000Z';
  it('is a legal hold, before anything else', () => {
    const held = { ...of(taken({ status: 4, custody: 'site' })), isHeld: true };
    expect(keptBecause(held, schedule, now)).toBe('legal_hold');
  });
  it.each([
    ['in repair', taken({ status: 4, custody: 'site' })],
    ['disputed', taken({ holds: ['dispute'] })],
    ['cancelled and still with the house', taken({ status: 20, custody: 'site' })],
  ])('is a piece %s, however old', (_, piece) => {
    expect(because([taken({ id: 2 }), piece], now)).toBe('repair_open');
  });
  it('is that nothing has ended yet', () => {
    expect(because([], now)).toBe('term');
  });
  it('is another request, once nothing else does', () => {
    expect(keptBecause({ ...of(taken()), isRequested: true }, schedule, now)).toBe('requested');
  });
});

describe('a retention schedule', () => {
  it('names each country once, in order', () => {
    const [fr, jp] = schedule.countries;
    expect(retentionSchedule.parse({ ...schedule, countries: [jp, fr] }).countries).toEqual([fr, jp]);
    expect(retentionSchedule.safeParse({ ...schedule, countries: [fr, fr] }).error?.issues).toMatchObject([
      { path: ['countries'], message: 'must name each country once' },
    ]);
  });
  it.each([
    { default_months: 0 },
    { default_months: 1201 },
    { notice_days: 0 },
    { notice_days: 91 },
    { approval_over: -1 },
    { approval_over: 10_001 },
    { countries: [{ code: 'fr', months: 12 }] },
    { countries: [{ code: 'FR', months: 0.5 }] },
  ])('is refused with %j', (wrong) => {
    expect(retentionSchedule.safeParse({ ...schedule, ...wrong }).success).toBe(false);
  });
});
