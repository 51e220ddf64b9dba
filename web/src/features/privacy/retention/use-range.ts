import { useTranslation } from 'react-i18next';
import { useStaffFormat } from '../../../lib/session/use-session.ts';

interface Range {
  readonly min: number;
  readonly max: number;
}

/** What a field for a whole number within a range is given: its bounds, and what is said of a number outside. */
export function useRange({ min, max }: Range) {
  const { t } = useTranslation('privacy');
  const { number } = useStaffFormat();
  const words = t('retention.form.range', { min: number(min), max: number(max) });
  const check = (text: string): string | undefined => {
    const value = Number(text);
    return text.trim() !== '' && Number.isInteger(value) && value >= min && value <= max ? undefined : words;
  };
  return { min, max, check, required: words };
}
