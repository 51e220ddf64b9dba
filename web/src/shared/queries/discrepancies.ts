import { rowsQuery } from './rows-query.ts';
import type { ShipmentView } from '@atelier/contracts/shipping/schema.ts';
import { useQuery } from '@tanstack/react-query';
import { useLiveRows, useRows } from '../../live/rows.ts';
import { scopeTopics } from '../../live/scope-topics.ts';
import { useOptionalSession } from '../../lib/session/use-session.ts';

/** Packages with a missing piece or an extra, sent from here or to here: a matter of both ends (product/shipping.md §7). */
export const discrepanciesQuery = () =>
  rowsQuery(
    'shipment',
    ['receiving', 'discrepancies'],
    '/packages',
    { direction: 'both', state: 'Discrepancy', page_size: 200 },
    { staleTime: 60_000 },
  );

const inDiscrepancy = ({ state }: Pick<ShipmentView, 'state'>): boolean => state === 'Discrepancy';

/** Who stands nowhere is not sent the packages of every site: they are asked for now and then. */
const NOWHERE_EVERY_MS = 20_000;

/** The list, live: a package comes in the moment something of it is missing, and leaves when all is settled. */
export function useDiscrepancies(isWanted = true) {
  const site = useOptionalSession()?.view.site ?? null;
  const { queryKey } = discrepanciesQuery();
  useLiveRows({
    kind: 'shipment',
    queryKey,
    topics: isWanted ? scopeTopics(site) : [],
    accepts: inDiscrepancy,
  });
  const query = useQuery({
    ...discrepanciesQuery(),
    enabled: isWanted,
    ...(site === null && { refetchInterval: NOWHERE_EVERY_MS }),
  });
  return { query, rows: useRows('shipment', query.data?.ids) };
}
