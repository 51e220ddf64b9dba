import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type Formats, formatsFor } from './formats.ts';

export type { Formats } from './formats.ts';

/** Formats in the screen's language. */
export function useFormat(timeZone?: string): Formats {
  const { i18n } = useTranslation();
  return useMemo(() => formatsFor(i18n.language, timeZone), [i18n.language, timeZone]);
}
