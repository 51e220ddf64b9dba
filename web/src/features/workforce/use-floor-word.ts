import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';

/** `Incoming check` → `incoming-check`, the key of its text. */
export const floorKey = (name: string): string => name.trim().toLowerCase().replaceAll(/\s+/gu, '-');

/** The names every factory begins with, of roles and departments, in the reader's language; others as they were typed. */
export function useFloorWord(): (name: string) => string {
  const { t } = useTranslation('workers');
  return useCallback((name) => (name === '' ? '' : t(`floor.${floorKey(name)}`, name)), [t]);
}
