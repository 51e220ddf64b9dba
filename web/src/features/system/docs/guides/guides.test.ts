import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../../../lib/i18n/languages.ts';
import { NEWEST_ON } from '../../../../lib/page/seen-changes.ts';
import { guideOf, sentencesOf, type TaskTexts } from '../../../../shared/guides/guide-texts.ts';
import { labelsIn, partsOf } from '../../../../shared/guides/parts.ts';
import { SCREENS } from '../../../../app/routes.ts';
import { WHATS_NEW } from '../whats-new/whats-new.ts';
import { GUIDE_NAMES, GUIDES, guideNamed } from './guides.ts';
import { LABELS } from './labels.ts';
import { ownGuide } from './own-guide.ts';

const locales = fileURLToPath(new URL('../../../../../../packages/contracts/src/locales', import.meta.url));
const languages = LANGUAGES.map(({ tag }) => tag);
const files = [...GUIDE_NAMES, 'floor'] as const;

type Json = Parameters<typeof guideOf>[0];
const read = (language: string, name: string): Json =>
  JSON.parse(readFileSync(join(locales, language, `${name}.json`), 'utf8')) as Json;
const tasksIn = (language: string, file: string): Readonly<Record<string, TaskTexts>> =>
  guideOf(read(language, `guide-${file}`)).tasks;

/** Names of tasks as the texts hold them, and as the guides list them. */
const written = (language: string): string[] =>
  files.flatMap((file) => Object.keys(tasksIn(language, file)).map((key) => `${file}.${key}`));
const listed = GUIDES.flatMap(({ key: guide, tasks }) =>
  tasks.map(({ key, isShared }) => `${isShared ? 'floor' : guide}.${key}`),
);

describe.each(languages)('the guides in %s', (language) => {
  it('hold every listed task and no other', () => {
    expect(new Set(written(language))).toEqual(new Set(listed));
  });

  it('name the keys of the English ones, in their order', () => {
    const keysIn = (of: string) =>
      files.map((file) =>
        Object.values(tasksIn(of, file)).map((task) =>
          sentencesOf(task).map((sentence) =>
            partsOf(sentence).filter(({ kind }) => kind === 'key' || kind === 'command'),
          ),
        ),
      );
    expect(keysIn(language)).toEqual(keysIn('en'));
  });

  it('need at most six steps for a task', () => {
    const steps = files.flatMap((file) =>
      Object.values(tasksIn(language, file)).map((task) => task.steps.length),
    );
    expect(Math.max(...steps)).toBeLessThanOrEqual(6);
  });
});

describe('the labels that guides name', () => {
  const used = labelsIn(
    files.flatMap((file) => [
      guideOf(read('en', `guide-${file}`)).day,
      ...Object.values(tasksIn('en', file)).flatMap(sentencesOf),
    ]),
  );

  it('are all known, and none is left over', () => {
    expect(new Set(used)).toEqual(new Set(Object.keys(LABELS)));
  });

  it('are texts of the screens', () => {
    const has = ({ text }: { text: string }): boolean => {
      const [slice = '', path = ''] = text.split(':');
      const found = (key: string) =>
        key
          .split('.')
          .reduce<unknown>(
            (node, part) => (node as Record<string, unknown> | undefined)?.[part],
            read('en', slice),
          );
      return typeof (found(path) ?? found(`${path}_one`)) === 'string';
    };
    expect(Object.values(LABELS).filter((label) => !has(label))).toEqual([]);
  });

  it('lead to screens that exist', () => {
    const isThere = (to: string): boolean =>
      SCREENS.some(({ path }) => new RegExp(`^${path.replaceAll(/:[^/]+/gu, '[^/]+')}/?$`, 'u').test(to));
    expect(Object.values(LABELS).filter(({ to }) => to !== undefined && !isThere(to))).toEqual([]);
  });
});

describe('what is new', () => {
  it('is written in every language, newest first, and known to the header', () => {
    const days = WHATS_NEW.map(({ on }) => on);
    expect(days).toEqual(days.toSorted().toReversed());
    expect(days[0]).toBe(NEWEST_ON);
    for (const language of languages)
      expect(new Set(Object.keys(read(language, 'whats-new')))).toEqual(
        new Set(WHATS_NEW.map(({ key }) => key)),
      );
  });

  it('leads to tasks that the guides hold', () => {
    const dead = WHATS_NEW.filter(({ to }) => {
      const [, guide, task] = /^\/documentation\/(\w+)#(\w+)$/u.exec(to) ?? [];
      return guide !== undefined && !guideNamed(guide)?.tasks.some(({ key }) => key === task);
    });
    expect(dead).toEqual([]);
  });
});

describe('the guide of a person', () => {
  const person = (
    user_type: 'shop' | 'operation' | 'admin',
    kind: string | null,
    allPermission: string[] = [],
  ) => ownGuide({ allPermission, user: { user_type }, site: kind === null ? null : { kind } });

  it('is that of their work', () => {
    expect([
      person('shop', 'shop'),
      person('operation', 'warehouse'),
      person('operation', 'factory'),
      person('admin', null, ['view system config']),
      person('admin', null, ['audit replay']),
      person('admin', null, ['decide erasure']),
    ]).toEqual(['shop', 'warehouse', 'factory', 'admin', 'auditor', 'privacy']);
  });
});

const pictures = fileURLToPath(new URL('../../../../../public/guides', import.meta.url));

describe.each(languages)('the pictures of the guides in %s', (language) => {
  it('are all there, and none is left over', () => {
    const named = GUIDES.flatMap(({ tasks }) => tasks.flatMap(({ picture }) => picture ?? []));
    const there = readdirSync(join(pictures, language)).map((file) => file.replace('.webp', ''));
    expect(there.toSorted()).toEqual([...new Set(named)].toSorted());
  });
});
