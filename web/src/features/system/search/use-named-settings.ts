import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { SettingView } from '../queries.ts';
import { useWording } from '../use-wording.ts';
import { valueWords } from '../value-words.ts';
import type { NamedSetting } from './find-settings.ts';

/** Settings with their names, groups and values in the reader's language. */
export function useNamedSettings(settings: readonly SettingView[]): readonly NamedSetting[] {
  const { t } = useTranslation(['system', 'status']);
  const wording = useWording();
  return useMemo(
    () =>
      settings.map((setting) => ({
        setting,
        name:
          setting.status === null ? t(`system:setting.${setting.key}`) : t(`status:name.${setting.status}`),
        group: t(`system:group.${setting.group}`),
        help: t(`system:help.${setting.key}`, ''),
        value: valueWords(setting, setting.in_force, wording),
        wordsOf: (value: SettingView['value']) => valueWords(setting, value, wording),
      })),
    [settings, t, wording],
  );
}
