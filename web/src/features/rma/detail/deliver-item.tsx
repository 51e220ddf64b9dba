import type { ItemView } from '@atelier/domain/rma/schema.ts';
import { lazy, Suspense } from 'react';
import { loadChunk } from '../../../lib/chunks/lazy-chunk.ts';
import { useRefreshItem } from '../../../shared/item/use-refresh-item.ts';

const Dialog = lazy(async () => ({
  default: (await loadChunk(() => import('../../../shared/decisions/deliver-dialog.tsx'))).DeliverDialog,
}));

/** The carrier's proof for one piece; the others of its package are said for themselves. */
export function DeliverItem({ item, onClose }: { item: ItemView; onClose: () => void }) {
  const refresh = useRefreshItem(item);
  return (
    <Suspense fallback={null}>
      <Dialog tracking={item.tracking_number} itemId={item.id} onDone={refresh} onClose={onClose} />
    </Suspense>
  );
}
