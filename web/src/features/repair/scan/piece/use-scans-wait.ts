import { benchCommandOf } from '@atelier/domain/repair/scanning/bench-command.ts';
import { useTranslation } from 'react-i18next';
import { useScansInWindow } from '@atelier/browser-sync/wedge/use-wedge.ts';
import { notify } from '@atelier/ui/feedback/notify.ts';

/** A piece that is scanned meanwhile would take the place of the one that is being written on; the sheet's "no" leaves. */
export function useScansWait(onClose: () => void): void {
  const { t } = useTranslation('bench');
  useScansInWindow((code) => {
    if (benchCommandOf(code) === 'cancel') return onClose();
    return notify({ tone: 'warn', title: t('action.closeFirst'), id: 'bench-close-first' });
  });
}
