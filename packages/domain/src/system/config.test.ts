import { describe, expect, test } from 'vitest';
import type { Decision } from '../decider.ts';
import { byFunctions, specify } from '../testing.ts';
import { DAY_MS, SYSTEM, toInstant, toMs } from '../kernel.ts';
import { DEFAULT_POLICY } from '../policy.ts';
import {
  evolveConfig,
  inForceSince,
  initialConfig,
  nextChangeMs,
  policyAt,
  policyTimeline,
  type ConfigState,
} from './config.ts';
import type { ConfigEvent } from './events.ts';
import { decideChangeConfig, decideWithdrawChange, type ChangeConfig } from './decide.ts';
import { isSameValue, readValue, SETTINGS, settingOf } from './settings.ts';

const NOW = '2026-11-22T10:00:00.000Z';
const later = (ms: number): string => toInstant(toMs(NOW) + ms);

function changed(state: ConfigState, command: Partial<ChangeConfig>, now = NOW): ConfigState {
  const whole = { key: 'close_after_days', value: 20, effectiveAt: null, reason: 'agreed', ...command };
  const decision = decideChangeConfig(whole, state, { now, actor: SYSTEM });
  if (!decision.ok) throw new Error(decision.rejection.code);
  return decision.events.reduce(evolveConfig, state);
}

type Context = { readonly now: string; readonly actor: typeof SYSTEM };
const decider = byFunctions<ConfigState, ConfigEvent, Context>(initialConfig, evolveConfig);
const { given, eventsOf } = specify(decider, { now: NOW, actor: SYSTEM });
const change =
  (command: Partial<ChangeConfig>) =>
  (state: ConfigState, context: Context): Decision<ConfigEvent> =>
    decideChangeConfig(
      { key: 'close_after_days', value: 20, effectiveAt: null, reason: 'agreed', ...command },
      state,
      context,
    );

const at = (state: ConfigState, instant: string) => policyAt(policyTimeline(state), toMs(instant));

describe('the values in force', () => {
  test('version 1 applies until a setting is changed', () => {
    expect(at(initialConfig, NOW)).toBe(DEFAULT_POLICY);
  });

  test('a change holds from its very millisecond on, and names a new version', () => {
    const state = changed(initialConfig, { effectiveAt: later(1_000) });
    expect(at(state, later(999))).toMatchObject({ version: 1, closeAfterMs: 14 * DAY_MS });
    expect(at(state, later(1_000))).toMatchObject({ version: 2, closeAfterMs: 20 * DAY_MS });
  });

  test('what was planned earlier but holds later comes on top of what was changed in between', () => {
    const planned = changed(initialConfig, { value: 30, effectiveAt: later(DAY_MS) });
    const state = changed(planned, { value: 10 });
    expect(at(state, NOW)).toMatchObject({ version: 2, closeAfterMs: 10 * DAY_MS });
    expect(at(state, later(DAY_MS))).toMatchObject({ version: 3, closeAfterMs: 30 * DAY_MS });
  });

  test('a version names the same values for ever: later plans never change what has begun', () => {
    const before = changed(initialConfig, { value: 10 });
    const after = changed(before, { key: 'undo_minutes', value: 20 }, later(1));
    expect(at(after, NOW)).toEqual(at(before, NOW));
    expect(at(after, later(1))).toMatchObject({ version: 3, undoMs: 20 * 60_000 });
  });

  test('of two changes for one moment the one written down last wins', () => {
    const first = changed(initialConfig, { value: 10, effectiveAt: later(5) });
    expect(at(changed(first, { value: 11, effectiveAt: later(5) }), later(5)).closeAfterMs).toBe(11 * DAY_MS);
  });

  test('the next moment at which other values hold is known', () => {
    const state = changed(initialConfig, { effectiveAt: later(5) });
    expect(nextChangeMs(policyTimeline(state), toMs(NOW))).toBe(toMs(later(5)));
    expect(nextChangeMs(policyTimeline(state), toMs(later(5)))).toBeNull();
  });
});

describe('since when a value holds', () => {
  const since = (state: ConfigState, ms = 0) => inForceSince(state, 'close_after_days', toMs(later(ms)));

  test('never changed, or only another one: no moment', () => {
    expect(since(initialConfig)).toBeNull();
    expect(since(changed(initialConfig, { key: 'clearing_after_days', value: 9 }))).toBeNull();
  });

  test('from its last change on that has taken hold, in that very millisecond', () => {
    const first = changed(initialConfig, {});
    const planned = changed(first, { value: 30, effectiveAt: later(DAY_MS) });
    expect(since(planned)).toBe(NOW);
    expect(since(planned, DAY_MS - 1)).toBe(NOW);
    expect(since(planned, DAY_MS)).toBe(later(DAY_MS));
  });
});

describe('changing a value', () => {
  test('the past cannot be configured, this very moment can', () => {
    given()
      .when(change({ effectiveAt: later(-1) }))
      .thenRejected('effective_in_past');
    given()
      .when(change({ effectiveAt: NOW }))
      .thenTypes('ConfigValueChanged');
  });

  test('five years ahead is far enough', () => {
    const inFiveLongYears = '2031-11-26T10:00:00.000Z';
    given()
      .when(change({ effectiveAt: inFiveLongYears }))
      .thenTypes('ConfigValueChanged');
    given()
      .when(change({ effectiveAt: '2031-11-26T10:00:00.001Z' }))
      .thenRejected('effective_too_late');
  });

  test('an unknown name, a missing reason and the value it has already are refused', () => {
    given()
      .when(change({ key: '__proto__' }))
      .thenRejected('setting_unknown');
    given()
      .when(change({ reason: '  ' }))
      .thenRejected('reason_required');
    given()
      .when(change({ value: 14 }))
      .thenRejected('setting_unchanged');
  });

  test.each([0, 366, 1.5, '14', null, Number.NaN])('%s days to closing are no such thing', (value) => {
    given().when(change({ value })).thenRejected('invalid_input');
  });

  test('every setting takes what it says it holds today, and gives it back', () => {
    for (const setting of SETTINGS) {
      const value = setting.read(DEFAULT_POLICY);
      expect(readValue(setting, value), setting.key).toEqual({ value });
      expect(setting.read(setting.write(DEFAULT_POLICY, value)), setting.key).toEqual(value);
    }
    expect(new Set(SETTINGS.map(({ key }) => key)).size).toBe(SETTINGS.length);
  });

  test('a schedule is one of four kinds, with a time that exists', () => {
    const schedule = settingOf('schedule_closing');
    if (schedule === undefined) throw new Error('no such setting');
    expect(readValue(schedule, { mode: 'daily', at: '23:59' })).toHaveProperty('value');
    expect(readValue(schedule, { mode: 'daily', at: '24:00' })).toEqual({ code: 'bad_schedule' });
    expect(readValue(schedule, { mode: 'interval', minutes: 7 })).toEqual({ code: 'bad_schedule' });
    expect(readValue(schedule, { mode: 'cron', pattern: '* * * * *' })).toEqual({ code: 'bad_schedule' });
    expect(readValue(schedule, null)).toEqual({ code: 'bad_schedule' });
  });
});

describe('taking a planned change back', () => {
  const planned = eventsOf(change({ effectiveAt: later(5) }));
  const withdraw =
    (number = 1) =>
    (state: ConfigState, context: Context) =>
      decideWithdrawChange({ change: number, reason: 'a mistake' }, state, context);
  const atMoment = (now: string): Context => ({ now, actor: SYSTEM });

  test('until it takes hold, not from then on', () => {
    given(...planned)
      .when(withdraw(), atMoment(later(4)))
      .thenTypes('ConfigChangeWithdrawn');
    given(...planned)
      .when(withdraw(), atMoment(later(5)))
      .thenRejected('change_not_scheduled');
    given(...planned)
      .when(withdraw(2))
      .thenRejected('not_found');
  });

  test('it then never holds, and stays in the history', () => {
    const withdrawn = given(...planned)
      .when(withdraw())
      .events();
    const { state } = given(...planned, ...withdrawn);
    expect(at(state, later(DAY_MS))).toBe(DEFAULT_POLICY);
    expect(state.changes[0]?.withdrawn?.reason).toBe('a mistake');
  });
});

const OWN_WORDS = { en: 'a', 'zh-CN': 'b', 'zh-TW': 'c', fr: 'd', es: 'e', ja: 'f', ar: 'g' };

describe('a value that does not fit', () => {
  test.each([
    ['undo_minutes', 0, 'out_of_range'],
    ['demand_images', 1, 'yes_or_no'],
    ['schedule_closing', 'daily', 'bad_schedule'],
    ['stage_4', { target_hours: 0, wip_limit: 1 }, 'out_of_range'],
    ['delivery_countries', ['fr'], 'unknown_country'],
    ['factories', [0], 'unknown_site'],
    ['scan_validates_4', [0], 'unknown_site'],
    ['fee_conditions', { en: 'Only in one language.' }, 'text_missing'],
    ['fee_conditions', { ...OWN_WORDS, ar: ' ' }, 'text_missing'],
    ['fee_conditions', { ...OWN_WORDS, ar: 'x'.repeat(2_001) }, 'text_missing'],
    ['fee_conditions', { ...OWN_WORDS, de: 'Text' }, 'text_missing'],
  ])('of %s is answered with the code of its kind', (key, value, code) => {
    const setting = settingOf(key);
    if (setting === undefined) throw new Error(key);
    expect(readValue(setting, value)).toEqual({ code });
  });

  test('may be left out where the installation or the reference data decides, and nowhere else', () => {
    const nullable = SETTINGS.filter((setting) => 'value' in readValue(setting, null));
    expect(nullable).toEqual(SETTINGS.filter((setting) => setting.nullable));
    expect(nullable.map(({ key }) => key)).toEqual(
      expect.arrayContaining(['schedule_clearing', 'clearing_after_days', 'stage_4', 'factories']),
    );
  });
});

test('lists are kept in order and once each, and two spellings of one value are one', () => {
  const setting = settingOf('nav_excluded_countries');
  const sites = settingOf('scan_validates_4');
  if (setting === undefined || sites === undefined) throw new Error('no such setting');
  expect(readValue(setting, ['HK', 'CN', 'HK'])).toEqual({ value: ['CN', 'HK'] });
  expect(readValue(sites, [21, 3, 21])).toEqual({ value: [3, 21] });
  expect(isSameValue({ a: 1, b: 2 }, { b: 2, a: 1 })).toBe(true);
  expect(isSameValue({ a: 1, b: 2 }, { b: 1, a: 2 })).toBe(false);
  expect(isSameValue(null, [])).toBe(false);
});

test('conditions are kept in all seven languages, without the blanks around them', () => {
  const setting = settingOf('fee_conditions');
  if (setting === undefined) throw new Error('no such setting');
  const longest = 'x'.repeat(2_000);
  expect(readValue(setting, { ...OWN_WORDS, fr: ` ${longest}\n` })).toEqual({
    value: { ...OWN_WORDS, fr: longest },
  });
});
