import { useTranslation } from 'react-i18next';
import type { SettingView } from './queries.ts';

/** What a value is called: a stage by its status, everything else by its own name. */
export function useSettingName({ key, status }: Pick<SettingView, 'key' | 'status'>): string {
  const { t } = useTranslation(['system', 'status']);
  return status === null ? t(`system:setting.${key}`) : t(`status:name.${status}`);
}
