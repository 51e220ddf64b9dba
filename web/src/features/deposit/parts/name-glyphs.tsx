import { useQuery, queryOptions } from '@tanstack/react-query';
import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Banner } from '@atelier/ui/feedback/states.tsx';
import { useStaffFormat } from '../../../lib/session/use-session.ts';
import type { RmaValues } from '../form-values.ts';
import { useTyped } from '../use-typed.ts';
import { command } from '../../../lib/api/client.ts';

/** Letters that every paper shows; anything else is asked of the fonts. */
const EVERYDAY = /^[\p{Script=Latin}\p{Nd}\p{P}\p{Z}]*$/u;

/** Whether a name holds what some font may not have. */
export const mayMissGlyphs = (name: string): boolean => !EVERYDAY.test(name.normalize('NFC'));

/** Which characters of a name the papers cannot draw. It changes nothing, and names stay out of addresses. */
const glyphsQuery = (text: string) =>
  queryOptions({
    queryKey: ['rma', 'glyphs', text],
    queryFn: ({ signal }) => command({ path: '/rma/glyphs', body: { text: text.slice(0, 400) }, signal }),
    staleTime: Infinity,
    retry: false,
  });

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
