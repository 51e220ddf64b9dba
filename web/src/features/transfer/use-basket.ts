import type { ShipmentView } from '@atelier/contracts/shipping/schema.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCommand } from '../../lib/api/use-command.ts';
import { useLiveRows, useRows } from '../../live/rows.ts';
import { useLiveRefresh } from '../../live/use-live.ts';
import { usePackages } from '../../shared/queries/packages.ts';
import { byEntry } from '../../shared/item/urgency.ts';
import { useSession } from '../../lib/session/use-session.ts';
import { basketQuery, candidatesQuery, neededQuery, packagesQuery, TRANSFER_FROM } from './queries.ts';

/** The order type of what one factory sends to another (product/shipping.md §2). */
const FACTORY_TO_FACTORY = 3;
const isTransfer = ({ order_type }: ShipmentView): boolean => order_type === FACTORY_TO_FACTORY;

/** What can go, what was asked for, what lies in the basket and what is on its way; other windows' changes arrive live. */
export function useTransferLists() {
  const { site } = useSession().view;
  const siteId = site?.id ?? 0;
  const stages = site === null ? [] : TRANSFER_FROM.map((status) => `stage:${siteId}:${status}`);
  const candidateOptions = candidatesQuery(siteId);
  const ready = useQuery({ ...candidateOptions, enabled: site !== null });
  useLiveRows({
    kind: 'item',
    queryKey: candidateOptions.queryKey,
    topics: stages,
    accepts: (row) =>
      TRANSFER_FROM.some((status) => status === row.rma_status_id) && row.custody.site_id === siteId,
    compare: byEntry,
  });
  const basket = useQuery(basketQuery());
  const needed = useQuery(neededQuery());
  const packages = usePackages(packagesQuery(), isTransfer);
  useLiveRefresh(basketQuery().queryKey, stages);
  useLiveRefresh(neededQuery().queryKey, stages);
  const candidates = { query: ready, rows: useRows('item', ready.data?.ids) };
  return { siteId, candidates, basket, needed, packages };
}

export interface Assignment {
  readonly ids: readonly number[];
  readonly factory: number;
}
export interface Need {
  readonly ids: readonly number[];
  /** Null takes it back. */
  readonly reason: string | null;
}

/** The commands on the basket. */
export function useBasketCommands() {
  const client = useQueryClient();
  const refresh = () => void client.invalidateQueries({ queryKey: ['transfer'] });
  const assign = useCommand(
    ({ ids, factory }: Assignment) => ({
      path: '/sav/tranfer_factory',
      body: { rma_item_ids: ids, factory },
    }),
    { onSuccess: refresh, quiet: '*' },
  );
  const takeOut = useCommand(
    (ids: readonly number[]) => ({ path: '/sav/transfer_clear', body: { rma_item_ids: ids } }),
    { onSuccess: refresh },
  );
  const clear = useCommand(() => ({ path: '/sav/transfer_clear', body: {} }), { onSuccess: refresh });
  const need = useCommand(
    ({ ids, reason }: Need) => ({
      path: '/sav/need_to_transfer',
      body: reason === null ? { rma_item_ids: ids, needed: false } : { rma_item_ids: ids, reason },
    }),
    { onSuccess: refresh },
  );
  return { assign, takeOut, clear, need, refresh };
}
