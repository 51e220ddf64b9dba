import { useTranslation } from 'react-i18next';
import { nameOf } from '../../lib/i18n/languages.ts';
import type { ChangeLine, ChangeView } from './queries.ts';
import { useWording } from './use-wording.ts';
import { valueWords } from './value-words.ts';

interface ListChange {
  /** There was no list before. */
  readonly isNew: boolean;
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/** A changed list of names as what came and what went; null for anything else. */
export function listChange({ before, after }: Pick<ChangeLine, 'before' | 'after'>): ListChange | null {
  if (!Array.isArray(after) || (before !== null && !Array.isArray(before))) return null;
  const [was, is] = [(before ?? []).map(shown), after.map(shown)];
  return {
    isNew: before === null,
    added: is.filter((each) => !was.includes(each)),
    removed: was.filter((each) => !is.includes(each)),
  };
}

/** The part of a role's name that is not the same for all. */
const shown = (value: unknown): string => String(value).split('FRONT_').at(-1) ?? '';

export interface WordedLine {
  readonly field: string;
  readonly label: string;
  /** null for something that was not there before. */
  readonly before: string | null;
  readonly after: string;
}

/** Fields whose values are words of ours. */
const OWN_WORDS: ReadonlySet<string> = new Set(['userType', 'how', 'kind', 'why']);

/** Who it is, then where, then the rest as it comes: the log keeps no order of fields. */
const FIRST = [
  'name',
  'lastName',
  'email',
  'names',
  'workId',
  'userType',
  'siteId',
  'department',
  'roles',
  'roleKey',
];
const placeOf = ({ field }: ChangeLine): number => {
  const place = FIRST.indexOf(field.split('.')[0] ?? field);
  return place === -1 ? FIRST.length : place;
};
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** The lines of a change in the reader's words. */
export function useChangeWords({ lines, subject: { setting } }: ChangeView): readonly WordedLine[] {
  const { t } = useTranslation(['changes', 'system']);
  const wording = useWording();
  const { format } = wording;

  const labelOf = (field: string): string => {
    const [name = field, language] = field.split('.');
    const label = t(`changes:field.${name}`, name);
    return language === undefined ? label : `${label} · ${nameOf(language)}`;
  };
  const say = (field: string, value: ChangeLine['after']): string => {
    if (setting !== null && field === 'value') return valueWords(setting, value, wording);
    if (value === null || value === '') return t('changes:nothing');
    if (typeof value === 'boolean') return t(value ? 'terms:yes' : 'terms:no');
    if (typeof value === 'number') return format.number(value);
    if (typeof value !== 'string')
      return Array.isArray(value) ? format.list(value.map(String)) : JSON.stringify(value);
    if (DAY.test(value)) return format.date(value);
    if (field === 'language') return nameOf(value);
    return OWN_WORDS.has(field) ? t(`changes:value.${value}`, value) : value;
  };
  const worded = (line: ChangeLine): WordedLine[] => {
    const lists = setting === null ? listChange(line) : null;
    if (lists?.isNew === true)
      return [
        { field: line.field, label: labelOf(line.field), before: null, after: lists.added.join(' · ') },
      ];
    if (lists === null) return [{ ...wordsOf(line), label: labelOf(line.field) }];
    return (['added', 'removed'] as const).flatMap((which) =>
      lists[which].length === 0
        ? []
        : [
            {
              field: `${line.field} ${which}`,
              label: t(`changes:${which}`, { field: labelOf(line.field) }),
              before: null,
              after: lists[which].join(' · '),
            },
          ],
    );
  };
  const wordsOf = ({ field, before, after }: ChangeLine) => ({
    field,
    before: before === null && field !== 'value' ? null : say(field, before),
    after: say(field, after),
  });
  return lines.toSorted((a, b) => placeOf(a) - placeOf(b)).flatMap(worded);
}
