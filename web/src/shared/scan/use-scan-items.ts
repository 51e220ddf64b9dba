import { PAGE_ROWS } from '@atelier/domain/contract/limits.ts';
import type { SessionView } from '@atelier/domain/identity/schema.ts';
import type { ScanView } from '@atelier/domain/repair/schema.ts';
import type { ItemView } from '@atelier/domain/rma/schema.ts';
import type { PackageView } from '@atelier/domain/shipping/schema.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import type { ApiResponse } from '../../lib/api/client.ts';
import { command, read } from '../../lib/api/client.ts';
import type { ListAnswer } from '../../live/use-live.ts';
import { bindLive } from '../../live/live.ts';
import { useTopics } from '../../live/use-live.ts';
import { useSession } from '../../lib/session/use-session.ts';
import { mayCome } from './may-come.ts';
import { patchScanItems, takeInScanned } from './patch-scan-items.ts';
import type { QueuedScan } from './queued-scan.ts';
import { toScanLines } from './scan-lines.ts';
import type { Stage } from './stage-of.ts';

/** A bench holds no more: further rows would be a wrong filter, not work. */
const MOST_LINES = 5_000;

export interface ScanItemsAnswer extends ListAnswer<ItemView> {
  readonly shipment: PackageView['shipment'];
}

/** The pieces of an inbound package: a reading by POST (product/shipping.md §6). */
async function readPackage(tracking: string, signal: AbortSignal): Promise<ScanItemsAnswer> {
  const body = { tracking_number: tracking };
  const { data } = await command<PackageView>({ path: '/trackingrma', body, signal });
  return { data: data.items, total: data.items.length, shipment: data.shipment };
}

/** The pieces that may come to this stage now, at this site. */
async function readStage(
  stage: Stage,
  siteId: number | undefined,
  signal: AbortSignal,
): Promise<ScanItemsAnswer> {
  const query = {
    waiting: stage.target,
    target: stage.target,
    site_id: siteId,
    sort: 'entered',
    page_size: PAGE_ROWS.most,
  };
  const rows = await readAllPages((page) => read<ItemView[]>('/rmalist', { ...query, page }, { signal }));
  return { data: [...rows], total: rows.length, shipment: null };
}

/** Every page of a list, one after the other: a count over the first page alone would be wrong. */
export async function readAllPages(
  readPage: (page: number) => Promise<ApiResponse<ItemView[]>>,
): Promise<readonly ItemView[]> {
  const rows = new Map<number, ItemView>();
  for (let page = 1; rows.size < MOST_LINES; page += 1) {
    const { data, total = 0 } = await readPage(page);
    // A piece that moved between two readings may stand on both pages.
    for (const row of data) rows.set(row.id, row);
    if (data.length < PAGE_ROWS.most || page * PAGE_ROWS.most >= total) break;
  }
  return [...rows.values()];
}

/** The list at hand: of a package, or of everything that waits for this stage. Lines change by themselves. */
export function useScanItems(stage: Stage, tracking: string | null) {
  const client = useQueryClient();
  const siteId = useSession().view.site?.id;
  const queryKey = useMemo(
    () => ['repair', 'scan', stage.target, tracking ?? siteId ?? 0],
    [stage.target, tracking, siteId],
  );
  const isOpen = tracking !== null || !stage.isByPackage;
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      tracking === null ? readStage(stage, siteId, signal) : readPackage(tracking, signal),
    enabled: isOpen,
  });
  const answer = query.data;
  const topics = topicsOf(stage, useSession().view.site, answer?.shipment?.id);
  useLiveScan({
    queryKey,
    topics: isOpen ? topics : [],
    stage,
    isPackage: tracking !== null,
    items: answer?.data,
  });
  /** Takes in the row that a scan has just been answered with; an older version changes nothing. */
  const merge = useCallback(
    (scan: QueuedScan, view: ScanView) =>
      client.setQueryData<ScanItemsAnswer>(
        queryKey,
        (cached) => cached && takeInScanned(cached, scan, view, { target: stage.target, tracking }),
      ),
    [client, queryKey, stage.target, tracking],
  );
  const lines = useMemo(() => toScanLines(answer?.data ?? [], stage.target), [answer, stage.target]);
  return { query, lines, merge, shipment: answer?.shipment ?? null, isOpen };
}

interface LiveScanOptions {
  readonly queryKey: readonly unknown[];
  readonly topics: readonly string[];
  readonly stage: Stage;
  readonly isPackage: boolean;
  readonly items: readonly ItemView[] | undefined;
}

/** Keeps the list in step with its topics; whatever once stood in it stays when it moves on. */
function useLiveScan({ queryKey, topics, stage, isPackage, items }: LiveScanOptions): void {
  const seen = useRef(new Set<number>());
  useEffect(() => {
    for (const { id } of items ?? []) seen.current.add(id);
  }, [items]);
  useTopics(topics);
  const key = topics.join(' ');
  useEffect(() => {
    if (key === '') return undefined;
    const isNewcomer = (row: ItemView) =>
      !isPackage && stage.from.some((id) => id === row.rma_status_id) && mayCome(stage.target, row);
    return bindLive({
      queryKey,
      topics: key.split(' '),
      patch: (cached, change) =>
        patchScanItems(
          cached as ScanItemsAnswer,
          change,
          (row) => seen.current.has(row.id) || isNewcomer(row),
        ),
    });
  }, [queryKey, key, stage, isPackage]);
}

/** A package tells of its own pieces, and the place they arrive at of those that have left it. */
function topicsOf(stage: Stage, site: SessionView['site'], shipmentId: number | undefined): string[] {
  if (site === null) return [];
  const place = site.kind === 'shop' ? `store:${site.id}` : `stage:${site.id}:${stage.target}`;
  if (shipmentId !== undefined) return [`shipment:${shipmentId}`, place];
  if (stage.isByPackage) return [];
  return [place, ...stage.from.map((status) => `stage:${site.id}:${status}`)];
}
