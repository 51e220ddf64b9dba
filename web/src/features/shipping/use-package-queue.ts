import { isSameCode } from '@atelier/domain/contract/codes.ts';
import type { ShipmentView } from '@atelier/contracts/shipping/schema.ts';
import { useTranslation } from 'react-i18next';
import type { ScreenVerdict } from '../../shared/item/verdicts.ts';
import type { ScanSettled } from '@atelier/browser-sync/scans/queue-parts.ts';
import { unresolvedIn } from '../../shared/scan/unresolved.ts';
import { usePackingQueue } from '../../shared/scan/use-packing-queue.ts';
import { outcomeOf, useRefusalWords } from '../../shared/scan/use-packing-words.ts';

export interface PackageQueueParts {
  readonly tracking: string;
  readonly shipment: Pick<ShipmentView, 'tracking_no' | 'former_tracking_nos'> | null;
  readonly onAnswered: () => void;
  readonly tell: (verdict: ScreenVerdict, text: string) => void;
}

/** The scans of one package: sent in their order, and what is still unresolved among them. */
export function usePackageQueue({ tracking, shipment, onAnswered, tell }: PackageQueueParts) {
  const { t } = useTranslation(['shipping', 'packing']);
  const refusalWords = useRefusalWords();
  const isOurs = isNumberOf(tracking, shipment);
  const onSettled = ({ scan, result }: ScanSettled) => {
    if (scan.packing?.into !== 'package') return;
    if (result.kind !== 'unreachable') onAnswered();
    if (!isOurs(scan.trackingNo)) return;
    const number = scan.code;
    if (result.kind === 'unreachable') return tell('queued_offline', t('packing:queued', { number }));
    const why = refusalWords(outcomeOf(result));
    if (why === undefined) return tell('accepted', t('shipping:contents.added', { number }));
    const verdict = result.kind === 'answer' ? result.view.verdict : 'wrong_stage';
    return tell(verdict, t('packing:notAdded', { number, why }));
  };
  const queue = usePackingQueue(onSettled);
  const unresolved = unresolvedIn(queue.all, ({ into }, no) => into === 'package' && isOurs(no));
  return { ...queue, unresolved };
}

/** Whether a number is the package's, or was its number before. */
export function isNumberOf(
  tracking: string,
  shipment: Pick<ShipmentView, 'tracking_no' | 'former_tracking_nos'> | null,
): (no: string | null) => boolean {
  const numbers = [tracking, shipment?.tracking_no ?? '', ...(shipment?.former_tracking_nos ?? [])];
  return (no) => no !== null && numbers.some((one) => one !== '' && isSameCode(one, no));
}
