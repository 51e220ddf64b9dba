import type { ConfigChangeView, SettingView } from '../queries.ts';

/** A setting with what a reader knows it by. */
export interface NamedSetting {
  readonly setting: SettingView;
  readonly name: string;
  readonly group: string;
  readonly help: string;
  /** The value in force, in words. */
  readonly value: string;
  readonly wordsOf: (value: SettingView['value']) => string;
}

export interface FoundSetting extends NamedSetting {
  /** The past or planned value that was found, where neither the name nor the value in force was. */
  readonly other: {
    readonly kind: 'was' | 'planned';
    readonly words: string;
    readonly change: ConfigChangeView;
  } | null;
}

const plain = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLocaleLowerCase();
const wordsIn = (query: string): readonly string[] => plain(query).split(/\s+/u).filter(Boolean);

/** Settings that a query finds: by name, group, what they do, value in force, past or planned values. */
export function findSettings(settings: readonly NamedSetting[], query: string): readonly FoundSetting[] {
  const wanted = wordsIn(query);
  const holds = (text: string): boolean => wanted.every((word) => plain(text).includes(word));
  return settings.flatMap((named): FoundSetting[] => {
    const { setting, name, group, help, value } = named;
    if (holds([name, group, help, value, setting.key].join(' '))) return [{ ...named, other: null }];
    const other = otherValue(named, (words) => holds(`${name} ${words}`));
    return other === null ? [] : [{ ...named, other }];
  });
}

/** The planned value, or the newest past one, that a query finds. */
function otherValue(
  { setting, wordsOf }: NamedSetting,
  isFound: (words: string) => boolean,
): FoundSetting['other'] {
  const planned = setting.scheduled.find(({ value }) => isFound(wordsOf(value)));
  if (planned !== undefined) return { kind: 'planned', words: wordsOf(planned.value), change: planned };
  const past = setting.history.find(
    ({ previous, withdrawn }) => withdrawn === null && isFound(wordsOf(previous)),
  );
  return past === undefined ? null : { kind: 'was', words: wordsOf(past.previous), change: past };
}

/** A text in parts, every second of which the query found. */
export function markedParts(text: string, query: string): readonly string[] {
  const wanted = query.trim().toLocaleLowerCase();
  const at = wanted === '' ? -1 : text.toLocaleLowerCase().indexOf(wanted);
  return at === -1
    ? [text]
    : [text.slice(0, at), text.slice(at, at + wanted.length), text.slice(at + wanted.length)];
}
