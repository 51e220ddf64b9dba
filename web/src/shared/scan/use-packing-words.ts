import { useTranslation } from 'react-i18next';
import type { QueuedScan, SendResult } from '@atelier/browser-sync/scans/queued-scan.ts';
import type { Unresolved } from './unresolved.ts';

/** Why a packing scan was not added, in one sentence; undefined while it waits or where it was added. */
export function useRefusalWords(): (scan: Pick<QueuedScan, 'answer' | 'refusal'>) => string | undefined {
  const { t } = useTranslation(['refusals', 'packing', 'status']);
  return ({ answer, refusal }) => {
    if (refusal !== null) return t(`refusals:${refusal}`, refusal);
    if (answer === null || answer.verdict === 'accepted') return undefined;
    if (answer.rma_status_id === null) return t('packing:notOurs');
    return t('packing:stage', { status: t(`status:name.${answer.rma_status_id}`) });
  };
}

/** The same for an answer that has just come. */
export const outcomeOf = (result: SendResult): Pick<QueuedScan, 'answer' | 'refusal'> => ({
  answer: result.kind === 'answer' ? result.view : null,
  refusal: result.kind === 'refused' ? result.code : null,
});

/** Why a package with unresolved scans cannot be sent or sealed; undefined when every scan is resolved. */
export function useUnresolvedWords(unresolved: Unresolved): string | undefined {
  const { t } = useTranslation('packing');
  const { waiting, refused, isAsking } = unresolved;
  if (refused.length > 0) return t('why.refused', { count: refused.length });
  if (waiting.length > 0) return t('why.waiting', { count: waiting.length });
  return isAsking ? t('why.asking') : undefined;
}
