import { textIn, type TranslatedText } from '@atelier/domain/contract/translated-text.ts';
import { HOUR_MS } from '@atelier/domain/kernel.ts';
import type { RmaReasonView } from '@atelier/contracts/reference/schema.ts';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { nearestLanguage } from '@atelier/domain/shared/languages.ts';
import { readQuery } from '../../lib/api/read-query.ts';

/** The reasons a shop may claim and a factory may find, with their sub-reasons; inactive ones are not offered. */
export const reasonsQuery = () =>
  readQuery(['reference', 'reasons'], '/rma_reason', {}, { staleTime: HOUR_MS });

/** Why a repair is not accepted: the store's list at the counter, operation's own in the factory (product/rma.md §6). */
export const rejectReasonsQuery = (userType: 'store' | 'operation') =>
  readQuery(
    ['reference', 'reject-reasons', userType],
    '/reject/reasons',
    { user_type: userType },
    { staleTime: HOUR_MS },
  );

/** A name that administrators keep, in the reader's language; English where that one is blank. */
export function useTextIn(): (text: TranslatedText) => string {
  const { language } = useTranslation().i18n;
  return useCallback((text: TranslatedText) => textIn(text, nearestLanguage(language) ?? 'en'), [language]);
}

/** The name of a reason by id; one that is no longer offered keeps the name its item carries. */
export function useReasonName(
  reasons: readonly RmaReasonView[] | undefined,
): (id: number, otherwise: string) => string {
  const inWords = useTextIn();
  return useCallback(
    (id, otherwise) => {
      const reason = reasons?.find((one) => one.id === id);
      return reason === undefined ? otherwise : inWords(reason.names);
    },
    [reasons, inWords],
  );
}
