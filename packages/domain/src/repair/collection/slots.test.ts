import { describe, expect, test } from 'vitest';
import { DEFAULT_POLICY } from '../../policy.ts';
import { isOffered, offeredDays, slotKey, withoutFull } from './slots.ts';

/** A Saturday, 13:30 in Paris and 21:30 in Tokyo. */
const NOW = '2026-11-28T12:30:00.000Z';
const days = (hours: string, timeZone = 'Europe/Paris', policy = DEFAULT_POLICY) =>
  offeredDays({ hours, timeZone }, NOW, policy);
const written = (slots: readonly { from: string; to: string }[] = []) =>
  slots.map(({ from, to }) => `${from}-${to}`);

describe('the times a client may book (product/repair.md §20)', () => {
  test('are cut from the register’s opening hours; a short rest joins the last one', () => {
    const [, monday] = days('Mo-Sa 10:00-18:30');
    expect(monday?.day).toBe('2026-11-30');
    expect(written(monday?.slots)).toEqual(['10:00-12:00', '12:00-14:00', '14:00-16:00', '16:00-18:30']);
    const [, tuesday] = days('Tu 10:00-13:00; Sa 09:00-20:00').slice(0, 2);
    expect(tuesday?.day).toBe('2026-12-01');
    expect(written(tuesday?.slots)).toEqual(['10:00-12:00', '12:00-13:00']);
  });

  test('leave out what is over on the shop’s own clock, and the days on which it is closed', () => {
    const [today] = days('Mo-Sa 10:00-18:00');
    expect(today).toEqual({
      day: '2026-11-28',
      slots: [
        { from: '14:00', to: '16:00' },
        { from: '16:00', to: '18:00' },
      ],
    });
    expect(days('Mo-Sa 10:00-18:00', 'Asia/Tokyo')[0]?.day).toBe('2026-11-30');
    expect(days('Su 12:00-18:00').map(({ day }) => day)).toEqual(['2026-11-29', '2026-12-06']);
  });

  test('cover a fortnight, today included', () => {
    const offered = days('Mo-Su 10:00-18:00').map(({ day }) => day);
    expect(offered).toHaveLength(14);
    expect([offered[0], offered.at(-1)]).toEqual(['2026-11-28', '2026-12-11']);
  });

  test('come from the configuration where the register knows no hours', () => {
    const policy = { ...DEFAULT_POLICY, pickupFromHour: 9, pickupUntilHour: 12, pickupSlotMs: 3_600_000 };
    const offered = days('', 'Europe/Paris', policy);
    expect(offered[0]?.day).toBe('2026-11-30');
    expect(written(offered[0]?.slots)).toEqual(['09:00-10:00', '10:00-11:00', '11:00-12:00']);
    expect(offered.some(({ day }) => new Date(day).getUTCDay() === 0)).toBe(false);
  });

  test('leave out what as many clients have booked as the shop takes', () => {
    const monday = days('Mo 10:00-14:00');
    const taken = new Map([[slotKey('2026-11-30', '10:00'), 2]]);
    expect(written(withoutFull(monday, taken, 2)[0]?.slots)).toEqual(['12:00-14:00']);
    expect(withoutFull(monday, taken, 3)).toEqual(monday);
    expect(withoutFull(monday, taken, 0)).toEqual(monday);
    const rest = withoutFull(monday, new Map([...taken, [slotKey('2026-11-30', '12:00'), 2]]), 2);
    expect(rest.map(({ day }) => day)).not.toContain('2026-11-30');
  });

  test('are taken as they are offered', () => {
    const offered = days('Mo-Sa 10:00-18:00');
    expect(isOffered(offered, '2026-11-30', { from: '10:00', to: '12:00' })).toBe(true);
    expect(isOffered(offered, '2026-11-30', { from: '10:00', to: '14:00' })).toBe(false);
    expect(isOffered(offered, '2026-11-29', { from: '10:00', to: '12:00' })).toBe(false);
  });
});
