import { describe, expect, it } from 'vitest';
import type { ConfigChangeView, SettingView } from '../queries.ts';
import { findSettings, markedParts, type NamedSetting } from './find-settings.ts';

const change = (over: Partial<ConfigChangeView>): ConfigChangeView => ({
  change: 1,
  value: 14,
  previous: 72,
  effective_at: '2026-03-03T00:00:00Z',
  reason: 'season',
  author: 'Alex Morgan',
  changed_at: '2026-03-01T00:00:00Z',
  withdrawn: null,
  ...over,
});

const named = (name: string, value: string, over: Partial<SettingView> = {}): NamedSetting => ({
  name,
  value,
  group: 'Waiting times',
  help: '',
  wordsOf: (each) => `${JSON.stringify(each)} hours`,
  setting: {
    key: name,
    group: 'waiting',
    kind: 'number',
    unit: 'hours',
    min: 1,
    max: 99,
    nullable: false,
    status: null,
    value: 1,
    in_force: 1,
    source: 'default',
    initial: 1,
    since: null,
    scheduled: [],
    history: [],
    ...over,
  },
});

const LATE = named('Ready to ship: late after', '72 hours');
const LINK = named('Fee link: ends after', '14 hours', { history: [change({})] });
const namesOf = (query: string, all = [LATE, LINK]) => findSettings(all, query).map(({ name }) => name);

describe('the search of settings', () => {
  it('finds names and values in force, in any case and without accents', () => {
    expect(namesOf('READY ship')).toEqual([LATE.name]);
    expect(namesOf('14 hours')).toEqual([LINK.name]);
    expect(namesOf('waiting times')).toEqual([LATE.name, LINK.name]);
    expect(namesOf('délai', [named('Delai', '3')])).toEqual(['Delai']);
  });

  it('finds past values with the change that ended them', () => {
    const found = findSettings([LATE, LINK], '72');
    expect(found.map(({ other }) => other?.kind ?? null)).toEqual([null, 'was']);
    expect(found[1]?.other).toMatchObject({ words: '72 hours', change: { author: 'Alex Morgan' } });
  });

  it('finds planned values, and none of a change that was withdrawn', () => {
    const planned = named('Pieces', '5', { scheduled: [change({ value: 48 })] });
    expect(findSettings([planned], '48')[0]?.other?.kind).toBe('planned');
    const withdrawn = { reason: 'x', author: 'y', at: '2026-03-02T00:00:00Z' };
    expect(namesOf('72', [named('Pieces', '5', { history: [change({ withdrawn })] })])).toEqual([]);
  });

  it('marks what was found in a text', () => {
    expect(markedParts('At most 72 hours', '72 HOURS')).toEqual(['At most ', '72 hours', '']);
    expect(markedParts('14 days', '72')).toEqual(['14 days']);
  });
});
