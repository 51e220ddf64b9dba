import type { ItemView } from '@atelier/contracts/rma/schema.ts';
import { notify } from '@atelier/ui/feedback/notify.ts';
import { useRefreshItem } from '../../../../shared/item/use-refresh-item.ts';

/** After one's own decision: says so, reads the piece again at once, and closes. Others hear by the live connection. */
export function useDone(item: Pick<ItemView, 'id' | 'rma_id'>, onClose: () => void): (words: string) => void {
  const refresh = useRefreshItem(item);
  return (title) => {
    notify({ tone: 'good', title });
    refresh();
    onClose();
  };
}
