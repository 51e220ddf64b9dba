import type { ShipmentView } from '@atelier/contracts/shipping/schema.ts';
import { type UseQueryOptions, useQuery } from '@tanstack/react-query';
import type { IdList } from '@atelier/browser-sync/live/id-list.ts';
import { useLiveRows, useRows } from '../../live/rows.ts';
import { scopeTopics } from '../../live/scope-topics.ts';
import { useSession } from '../../lib/session/use-session.ts';
import { rowsQuery } from './rows-query.ts';

const INBOUND_SHOWN = 50;
const OUTBOUND_SHOWN = 100;
const UNDER_WAY: readonly ShipmentView['state'][] = ['Draft', 'Sealed', 'Sent', 'PartlyReceived'];

/** Packages sent here, the newest first: on their way, and those that arrived. */
export const inboundQuery = () =>
  rowsQuery('shipment', ['shipping', 'packages', 'inbound'], '/packages', {
    direction: 'inbound',
    page_size: INBOUND_SHOWN,
  });

/** What this site has begun or sent and is not yet received, newest first. */
export const outboundQuery = () =>
  rowsQuery('shipment', ['shipping', 'packages', 'outbound'], '/packages', {
    direction: 'outbound',
    state: UNDER_WAY.join(','),
    page_size: OUTBOUND_SHOWN,
  });

/** As the server orders packages. */
const newestFirst = (a: ShipmentView, b: ShipmentView): number => b.id - a.id;

export const isInboundOf = (siteId: number | undefined, { to, sent_at }: ShipmentView): boolean =>
  to?.id === siteId && sent_at !== null;

export const isOutboundOf = (siteId: number | undefined, { from, state }: ShipmentView): boolean =>
  from.id === siteId && UNDER_WAY.includes(state);

/** A list of packages with its rows, each from the live store: one that changes is not read again, nor is the list. */
export function usePackages<Key extends readonly unknown[]>(
  options: UseQueryOptions<IdList, Error, IdList, Key> & { queryKey: Key },
  accepts: (row: ShipmentView) => boolean,
) {
  const { site } = useSession().view;
  const query = useQuery(options);
  useLiveRows({
    kind: 'shipment',
    queryKey: options.queryKey,
    topics: options.enabled === false ? [] : scopeTopics(site),
    accepts,
    compare: newestFirst,
  });
  return { query, rows: useRows('shipment', query.data?.ids) };
}

export type Packages = ReturnType<typeof usePackages>;

/** The packages on their way to this site, and those that arrived lately. */
export function useInbound(isWanted = true): Packages {
  const siteId = useSession().view.site?.id;
  return usePackages({ ...inboundQuery(), enabled: isWanted }, (row) => isInboundOf(siteId, row));
}

/** The packages of this site that are not yet received. */
export function useOutbound(): Packages {
  const siteId = useSession().view.site?.id;
  return usePackages(outboundQuery(), (row) => isOutboundOf(siteId, row));
}
