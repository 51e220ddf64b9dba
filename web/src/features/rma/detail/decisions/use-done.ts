import type { ItemView } from '@atelier/domain/rma/schema.ts';
import { useQueryClient } from '@tanstack/react-query';
import { notify } from '../../../../lib/notices/notify.ts';
import { commentsQuery, historyQuery, rmaQuery } from '../../../../shared/queries/item.ts';

/** After one's own decision: says so, reads the piece again at once, and closes. Others hear by the live connection. */
export function useDone(item: Pick<ItemView, 'id' | 'rma_id'>, onClose: () => void): (words: string) => void {
  const client = useQueryClient();
  return (title) => {
    notify({ tone: 'good', title });
    void client.invalidateQueries(rmaQuery(item.rma_id));
    void client.invalidateQueries(historyQuery(item.id));
    void client.invalidateQueries(commentsQuery(item.id));
    onClose();
  };
}
