import type { ReceiptView } from '@atelier/contracts/shipping/receiving-schema.ts';
import { useTranslation } from 'react-i18next';
import { notify } from '@atelier/ui/feedback/notify.ts';
import type { ScanLine } from '../../../shared/scan/scan-lines.ts';
import type { SaveOutcome } from '../../../shared/scan/use-bench.ts';
import type { Receiving } from './use-receiving.ts';

export interface CompleteParts {
  receipt: ReceiptView;
  /** Neither scanned nor flagged yet. */
  left: readonly ScanLine[];
  /** Flagged missing already. */
  missing: number;
  save: () => Promise<SaveOutcome>;
  receiving: Receiving;
}

/**
 * Complete asks for every line to be accounted for (product/repair.md §9): what was scanned is saved, what was not is flagged
 * missing, and where nothing waits any more the package closes.
 */
export function useComplete({ receipt, left, missing, save, receiving }: CompleteParts) {
  const { t } = useTranslation('receiving');
  const { missing: flag, close } = receiving;
  const closes = left.length + missing + receipt.shipment.extra_count === 0;
  const steps = async (): Promise<void> => {
    // What could not be saved stays to be looked at: nothing is flagged or closed over it.
    if ((await save()) !== 'saved') return;
    if (left.length > 0) await flag.mutateAsync(left.map((line) => line.item.id));
    if (!closes) return;
    await close.mutateAsync();
    notify({ tone: 'good', title: t('closedNow', { tracking: receipt.shipment.tracking_no }) });
  };
  const run = (): Promise<boolean> =>
    steps().then(
      () => true,
      // Every refusal has already shown its reason.
      () => true,
    );
  return { closes, run, isBusy: flag.isPending || close.isPending };
}
