import { Status } from '@atelier/domain/shared/status.ts';
import type { ItemFileView } from '@atelier/domain/rma/file-schema.ts';
import type { RmaView } from '@atelier/domain/rma/schema.ts';
import { queryOptions } from '@tanstack/react-query';
import { read } from '../../../lib/api/client.ts';
import type { DepositedPiece } from './from-file.ts';

/** A deposit with everything that was said of it, and the version that an edit is decided on. */
export interface EditedDeposit {
  readonly rma: RmaView;
  /** Pieces still at the counter; those that were cancelled are left out. */
  readonly pieces: readonly DepositedPiece[];
  /** Every piece is still at 1: then everything may be said anew, otherwise the contact alone (product/deposit.md §10). */
  readonly isWhole: boolean;
  readonly etag: string | null;
}

export const editedDepositQuery = (rmaId: number) =>
  queryOptions({
    queryKey: ['rma', 'edit', rmaId],
    queryFn: async ({ signal }): Promise<EditedDeposit> => {
      const { data: rma, etag } = await read<RmaView>(`/rma/${rmaId}`, {}, { signal });
      const open = rma.items.filter((item) => item.rma_status_id !== Status.Cancelled);
      const pieces = await Promise.all(
        open.map(async (item): Promise<DepositedPiece> => {
          const { data: file } = await read<ItemFileView>('/rma/item', { rma_item_id: item.id }, { signal });
          return { item, file };
        }),
      );
      const isWhole = pieces.length > 0 && pieces.every(({ file }) => file.is_editable);
      return { rma, pieces, isWhole, etag };
    },
    // Edited is what stands there now, once: news of others is told by the 409, not typed over.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
