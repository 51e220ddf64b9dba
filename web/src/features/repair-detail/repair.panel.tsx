import { lazyPart } from '@atelier/ui/chunks/lazy-part.ts';
import { Maximize2 } from 'lucide-react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { SidePanel } from '@atelier/ui/windows/dialog.tsx';
import { Skeleton } from '@atelier/ui/feedback/states.tsx';
import type { ItemPanelProps } from '../../shared/item/item-panel.tsx';
import { readRmaPath } from '../../shared/item/open-piece.ts';

const RmaDetail = lazyPart(() => import('./rma-detail.tsx'), 'RmaDetail');

/** The detail beside the list it was opened from; its address is the list's own with `rma` and `item`. */
export function RepairPanel({ open, onOpen, onClose }: ItemPanelProps) {
  const { t } = useTranslation('rma');
  return (
    <SidePanel
      open={open !== null}
      onClose={onClose}
      size={620}
      testId="rma-panel"
      title={
        open !== null && (
          <Link className="link row small" to={readRmaPath(open)} data-testid="open-full">
            <Maximize2 size={15} aria-hidden /> {t('detail.fullPage')}
          </Link>
        )
      }
    >
      {open !== null && (
        <Suspense fallback={<Skeleton rows={8} height={26} gap={16} />}>
          <RmaDetail
            key={open.rmaId}
            rmaId={open.rmaId}
            itemId={open.itemId}
            onItem={(itemId) => onOpen({ ...open, itemId })}
          />
        </Suspense>
      )}
    </SidePanel>
  );
}
