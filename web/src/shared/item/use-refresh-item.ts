import type { ItemView } from '@atelier/contracts/repair-detail/schema.ts';
import { useQueryClient } from '@tanstack/react-query';
import { commentsQuery, historyQuery, itemFileQuery, rmaQuery } from '../queries/item.ts';

/** Reads one's own write at once; what others see comes by the live connection. */
export function useRefreshItem(item: Pick<ItemView, 'id' | 'rma_id'>): () => void {
  const client = useQueryClient();
  return () => {
    void client.invalidateQueries(rmaQuery(item.rma_id));
    void client.invalidateQueries(historyQuery(item.id));
    void client.invalidateQueries(commentsQuery(item.id));
    void client.invalidateQueries(itemFileQuery(item.id));
  };
}
