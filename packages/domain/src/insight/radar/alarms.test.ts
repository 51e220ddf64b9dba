import { describe, expect, it } from 'vitest';
import { evolveRadar, initialRadar, settleAlarm, watchWeek, type Radar, type Suspicion } from './alarms.ts';
import type { RadarEvent } from './events.ts';

const NOW = { now: '2026-11-23T03:20:00.000Z' };
const BY = { userId: 7, workerId: null };
const SERIES = { product: 'Aurore', pooled: null, reasonId: 3, factoryId: 31 };
const week = (monday: string, count: number) => ({ week: monday, count, expected: 2.004, bound: 7 });
const suspicion = (count: number, monday = '2026-11-16'): Suspicion => ({
  series: SERIES,
  began: '2026-11-09',
  weeks: [week('2026-11-02', 2), week('2026-11-09', 4), week(monday, count)],
});

function after(...steps: readonly ((radar: Radar) => ReturnType<typeof watchWeek>)[]) {
  let radar = initialRadar;
  const events: RadarEvent[] = [];
  for (const step of steps) {
    const decision = step(radar);
    if (!decision.ok) throw new Error(decision.rejection.code);
    events.push(...decision.events);
    radar = decision.events.reduce(evolveRadar, radar);
  }
  return { radar, events };
}
const watch =
  (monday: string, ...suspicions: readonly Suspicion[]) =>
  (radar: Radar) =>
    watchWeek(radar, { week: monday, series: 5, suspicions }, NOW);
const settle = (radar: Radar) =>
  settleAlarm(radar, { number: 1, cause: 'making', note: 'soft spring' }, { ...NOW, by: BY });
const typesOf = (events: readonly RadarEvent[]) => events.map(({ type }) => type);

describe('a week of the radar', () => {
  it('raises an alarm with the pieces since its evidence began, and is judged once', () => {
    const { radar, events } = after(watch('2026-11-16', suspicion(9)), watch('2026-11-16', suspicion(9)));
    expect(typesOf(events)).toEqual(['DefectAlarmRaised', 'DefectWeekWatched']);
    expect(radar.watched).toMatchObject({ week: '2026-11-16', series: 5 });
    expect(radar.alarms.get(1)).toMatchObject({
      ...SERIES,
      since: '2026-11-09',
      count: 9,
      expected: 2,
      pieces: 13,
      expectedPieces: 4.01,
      settled: null,
    });
  });

  it('adds a later week to the same alarm, and begins another for another series or after eight quiet weeks', () => {
    const other = { ...suspicion(6, '2026-11-23'), series: { ...SERIES, factoryId: 32 } };
    const { radar } = after(
      watch('2026-11-16', suspicion(9)),
      watch('2026-11-23', suspicion(10, '2026-11-23'), other),
      watch('2027-01-25', suspicion(8, '2027-01-25')),
    );
    expect([...radar.alarms.values()].map(({ number, weeks }) => [number, weeks.length])).toEqual([
      [1, 2],
      [2, 1],
      [3, 1],
    ]);
  });

  it('leaves an explained alarm alone until a week has more pieces', () => {
    const same = after(
      watch('2026-11-16', suspicion(9)),
      settle,
      watch('2026-11-23', suspicion(9, '2026-11-23')),
    );
    expect(same.radar.alarms.get(1)?.settled).toMatchObject({ cause: 'making', note: 'soft spring', by: BY });
    const more = after(
      watch('2026-11-16', suspicion(9)),
      settle,
      watch('2026-11-23', suspicion(11, '2026-11-23')),
    );
    expect(more.radar.alarms.get(1)).toMatchObject({ settled: null, count: 11 });
    expect(more.radar.alarms.size).toBe(1);
  });
});

describe('an explanation', () => {
  it('is written once, and refused for an alarm that does not exist', () => {
    const { events } = after(watch('2026-11-16', suspicion(9)), settle, settle);
    expect(typesOf(events)).toEqual(['DefectAlarmRaised', 'DefectWeekWatched', 'DefectAlarmSettled']);
    expect(settle(initialRadar)).toEqual({ ok: false, rejection: { code: 'not_found' } });
  });
});
