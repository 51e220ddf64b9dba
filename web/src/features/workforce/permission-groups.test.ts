import { WORKER_PERMISSIONS } from '@atelier/domain/workforce/worker-role.ts';
import { expect, it } from 'vitest';
import en from '../../locales/en/workers.json' with { type: 'json' };
import { PERMISSION_GROUPS, benchesOf, textKey, toggled } from './permission-groups.ts';

const shown = PERMISSION_GROUPS.flatMap(({ names }) => names);

it('every permission a worker may hold stands in one group, but those that open groups', () => {
  expect(shown.toSorted()).toEqual([...benchesOf(WORKER_PERMISSIONS)].toSorted());
  expect(new Set(shown).size).toBe(shown.length);
});

it('every permission has words', () => {
  const words = new Map<string, string>(Object.entries(en.permission));
  expect(shown.filter((name) => !words.has(textKey(name)))).toEqual([]);
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
