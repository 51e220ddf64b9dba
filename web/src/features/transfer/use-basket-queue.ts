import { useTranslation } from 'react-i18next';
import type { ScanSettled } from '@atelier/browser-sync/scans/queue-parts.ts';
import { unresolvedIn } from '../../shared/scan/unresolved.ts';
import { usePackingQueue } from '../../shared/scan/use-packing-queue.ts';
import { outcomeOf, useRefusalWords } from '../../shared/scan/use-packing-words.ts';
import { useScanNote } from '../../shared/scan-strip/use-scan-note.ts';
import { verdictOfRefusal } from './read-scan.ts';

/** The scans of the basket: sent in their order, and what is still unresolved of the chosen factory. */
export function useBasketQueue(factory: number | null, onAnswered: () => void) {
  const { t } = useTranslation(['transfer', 'packing']);
  const note = useScanNote();
  const refusalWords = useRefusalWords();
  const onSettled = ({ scan, result }: ScanSettled) => {
    if (scan.packing?.into !== 'basket') return;
    const number = scan.code;
    if (result.kind === 'unreachable') return note.tell('queued_offline', t('packing:queued', { number }));
    onAnswered();
    const why = refusalWords(outcomeOf(result));
    if (why === undefined) return note.tell('accepted', t('transfer:scan.added', { number }));
    const verdict = verdictOfRefusal(result.kind === 'refused' ? result.code : '');
    return note.tell(verdict, t('transfer:scan.refused', { number, why }));
  };
  const queue = usePackingQueue(onSettled);
  const unresolved = unresolvedIn(queue.all, (order) => order.into === 'basket' && order.factory === factory);
  return { ...queue, unresolved, note };
}
