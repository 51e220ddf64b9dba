import { useQuery } from '@tanstack/react-query';
import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Banner } from '@atelier/ui/feedback/states.tsx';
import { useStaffFormat } from '../../../../lib/session/use-session.ts';
import type { RmaValues } from '../form-values.ts';
import { glyphsQuery, mayMissGlyphs } from '../glyphs.ts';
import { useTyped } from '../use-typed.ts';

/** Says which letters of a client's name receipts and labels cannot show; the deposit is taken all the same. */
export function NameGlyphs() {
  const { t } = useTranslation('deposit');
  const format = useStaffFormat();
  const { control } = useFormContext<RmaValues>();
  const typed = useWatch({ control, name: ['firstname', 'lastname', 'receiver_name'] });
  const name = useTyped(typed.join(' ').trim());
  const { data } = useQuery({ ...glyphsQuery(name), enabled: mayMissGlyphs(name) });
  const missing = mayMissGlyphs(name) ? (data?.data.missing ?? []) : [];
  if (missing.length === 0) return null;
  return (
    <Banner tone="warn" testId="glyphs-missing">
      {t('glyphsMissing', { characters: format.list(missing) })}
    </Banner>
  );
}
