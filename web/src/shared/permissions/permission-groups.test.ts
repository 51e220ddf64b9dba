import { PERMISSIONS } from '@atelier/domain/shared/permissions.ts';
import { expect, it } from 'vitest';
import status from '@atelier/contracts/locales/en/status.json' with { type: 'json' };
import permissions from '@atelier/contracts/locales/en/permissions.json' with { type: 'json' };
import { PERMISSION_GROUPS, benchesOf, toggled, wordsOf } from './permission-groups.ts';

const shown = PERMISSION_GROUPS.flatMap(({ names }) => names);

it('every permission belongs to one group, except those that open groups', () => {
  expect(shown.toSorted()).toEqual([...benchesOf(PERMISSIONS)].toSorted());
  expect(new Set(shown).size).toBe(shown.length);
});

it('every permission has words, and one to work at a stage is called as the stage is', () => {
  const words = new Map<string, string>([
    ...Object.entries(permissions.name).map(([key, text]) => [`permissions:name.${key}`, text] as const),
    ...Object.entries(status.name).map(([key, text]) => [`status:name.${key}`, text] as const),
  ]);
  expect(shown.filter((name) => !words.has(wordsOf(name)))).toEqual([]);
  expect(wordsOf('setting stone')).toBe('status:name.10');
  const stages = new Set(Object.values(status.name));
  expect(Object.values(permissions.name).filter((text) => stages.has(text))).toEqual([]);
});

it('a bench opens its group, and the last one closes it', () => {
  const one = toggled([], 'repair process', true);
  expect(one).toEqual(['repair process', 'repair group']);
  const two = toggled(one, 'polishing process', true);
  expect(new Set(two)).toEqual(new Set(['repair process', 'polishing process', 'repair group']));
  const left = toggled(two, 'repair process', false);
  expect(new Set(left)).toEqual(new Set(['polishing process', 'repair group']));
  expect(toggled(left, 'polishing process', false)).toEqual([]);
});

it('groups that share their opener keep it while one bench is left', () => {
  const both = toggled(toggled([], 'QC final', true), 'incoming check', true);
  expect(toggled(both, 'QC final', false)).toContain('view sidebar group rma operation');
});
