import type { PackageView } from '@atelier/contracts/shipping/schema.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useCommand } from '../../lib/api/use-command.ts';
import { useLiveRows, useRows } from '../../live/rows.ts';
import { useLiveRefresh } from '../../live/use-live.ts';
import { byEntry } from '../../shared/item/urgency.ts';
import { useSession } from '../../lib/session/use-session.ts';
import { outboundQuery } from '../../shared/queries/packages.ts';
import {
  candidatesQuery,
  goesToClient,
  KINDS,
  packageQuery,
  type PackingKind,
  type PackingWay,
} from './queries.ts';

/** What can be packed at this site; updated live. */
export function useCandidates(kind: PackingKind) {
  const { site } = useSession().view;
  const siteId = site?.id ?? 0;
  const options = candidatesQuery(kind, siteId);
  const query = useQuery({ ...options, enabled: site !== null });
  const topic =
    site === null ? [] : [site.kind === 'shop' ? `store:${siteId}` : `stage:${siteId}:${kind.from}`];
  useLiveRows({
    kind: 'item',
    queryKey: options.queryKey,
    topics: topic,
    accepts: (row) =>
      row.rma_status_id === kind.from &&
      row.custody.site_id === siteId &&
      (kind.collect === undefined || row.collection?.kind === kind.collect),
    compare: byEntry,
  });
  return { query, rows: useRows('item', query.data?.ids) };
}

/** A package and the commands on its contents. Other windows' changes arrive live. */
export function usePacking(way: PackingWay, tracking: string, destination: number | null) {
  const client = useQueryClient();
  const { orderType } = KINDS[way];
  const pack = useQuery({ ...packageQuery(tracking), enabled: tracking !== '' });
  const view = pack.data ?? null;
  const shipment = view?.shipment ?? null;
  const topics = shipment === null ? [] : [`shipment:${shipment.id}`];
  useLiveRefresh(packageQuery(tracking).queryKey, topics);

  const refresh = useCallback(() => {
    void client.invalidateQueries(packageQuery(tracking));
    void client.invalidateQueries(outboundQuery());
    void client.invalidateQueries({ queryKey: ['shipping', 'candidates'] });
  }, [client, tracking]);
  const take = (answer: { data: PackageView }) => {
    client.setQueryData(packageQuery(tracking).queryKey, answer.data);
    refresh();
  };
  const bind = useCommand(
    (ids: readonly number[]) => ({
      path: '/rma/packagelist',
      body: {
        rma_item_ids: ids,
        rma_tracking: tracking,
        order_type: orderType,
        ...(goesToClient(way) && { to_client: true }),
        ...(way === 'workshop' && destination !== null && { destination }),
      },
    }),
    { onSuccess: take },
  );
  const unbind = useCommand(
    (ids: readonly number[]) => ({
      path: '/package/unbind',
      body: { tracking_no: tracking, rma_item_ids: ids },
    }),
    { onSuccess: refresh },
  );
  return { pack, view, shipment, bind, unbind, refresh };
}
