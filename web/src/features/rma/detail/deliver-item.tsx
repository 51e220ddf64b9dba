import type { ItemView } from '@atelier/contracts/rma/schema.ts';
import { DeliverDialog } from '../../../shared/decisions/deliver-dialog.tsx';
import { useRefreshItem } from '../../../shared/item/use-refresh-item.ts';

/** The carrier's proof for one piece; the others of its package are said for themselves. */
export function DeliverItem({ item, onClose }: { item: ItemView; onClose: () => void }) {
  const refresh = useRefreshItem(item);
  return (
    <DeliverDialog tracking={item.tracking_number} itemId={item.id} onDone={refresh} onClose={onClose} />
  );
}
