import i18next from 'i18next';
import { loadChunk } from '@atelier/ui/chunks/lazy-chunk.ts';
import {
  guideOf,
  sentencesOf,
  type GuideTexts,
  type TaskTexts,
} from '../../../../shared/guides/guide-texts.ts';
import { labelsIn } from '../../../../shared/guides/parts.ts';
import { GUIDES, type Guide, type Task } from './guides.ts';
import { LABELS } from './labels.ts';

type Written = Parameters<typeof guideOf>[0];

/** A chunk per guide and language: none is loaded before its page opens (decisions/0234). */
const files = import.meta.glob<Written>('./*/guide-*.json', {
  base: '../../../../../../packages/contracts/src/locales',
  import: 'default',
});

export interface ReadTask extends Task, TaskTexts {}
export interface ReadGuide {
  readonly key: Guide['key'];
  readonly day: string;
  readonly tasks: readonly ReadTask[];
}

async function textsOf(language: string, name: string): Promise<GuideTexts> {
  const load = files[`./${language}/guide-${name}.json`];
  if (load === undefined) throw new Error(`no guide ${name} in ${language}`);
  return guideOf(await loadChunk(load));
}

/** A guide in one language, with the texts of the labels that it names. */
export async function loadGuide(language: string, guide: Guide): Promise<ReadGuide> {
  const isShared = guide.tasks.some((task) => task.isShared);
  const [own, floor] = await Promise.all([
    textsOf(language, guide.key),
    isShared ? textsOf(language, 'floor') : undefined,
  ]);
  const tasks = guide.tasks.flatMap((task) => {
    const texts = (task.isShared ? floor : own)?.tasks[task.key];
    return texts === undefined ? [] : [{ ...task, ...texts }];
  });
  await loadLabels([own.day, ...tasks.flatMap(sentencesOf)]);
  return { key: guide.key, day: own.day, tasks };
}

/** Every guide in one language, to be searched. */
export const loadGuides = async (language: string): Promise<readonly ReadGuide[]> =>
  Promise.all(GUIDES.map(async (guide) => loadGuide(language, guide)));

async function loadLabels(sentences: readonly string[]): Promise<void> {
  const keys = labelsIn(sentences).flatMap((name) => LABELS[name]?.text ?? []);
  await i18next.loadNamespaces([...new Set(keys.map((key) => key.split(':', 1).join()))]);
}

/** The text of a label as the screens say it; one piece where they count. */
export const labelText = (name: string): string => {
  const text = LABELS[name]?.text;
  return text === undefined ? name : i18next.t(text, { count: 1 });
};
