import { PAGE_ROWS } from '@atelier/domain/contract/limits.ts';
import type { SessionView } from '@atelier/contracts/identity/schema.ts';
import type { ScanView } from '@atelier/contracts/repair/schema.ts';
import type { ItemView } from '@atelier/contracts/repair-detail/schema.ts';
import type { PackageView } from '@atelier/contracts/shipping/schema.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { type ApiResponse, command, read } from '../../lib/api/client.ts';
import type { IdList } from '@atelier/browser-sync/live/id-list.ts';
import { live } from '../../live/live.ts';
import { readRows, useLiveRows, useRows } from '../../live/rows.ts';
import { useSession } from '../../lib/session/use-session.ts';
import type { QueuedScan } from '@atelier/browser-sync/scans/queued-scan.ts';
import { toScanLines } from './scan-lines.ts';
import type { Stage } from './stage-of.ts';
import type { Outcome } from '@atelier/domain/shared/item-facts.ts';
import { isWaitingFor } from '@atelier/domain/repair/scanning/waiting.ts';

/** Whether a scan of this piece at the target can be accepted at all: the list promises no other. */
export const mayCome = (target: number, row: Pick<ItemView, 'rma_status_id' | 'outcome'>): boolean =>
  isWaitingFor(target, row.rma_status_id, row.outcome as Outcome | null);

/** A bench holds no more: further rows would be a wrong filter, not work. */
const MOST_LINES = 5_000;

export interface ScanList extends IdList {
  readonly shipment: PackageView['shipment'];
}

/** The pieces of an inbound package: a reading by POST (product/shipping.md §6). */
async function readPackage(tracking: string, signal: AbortSignal): Promise<ScanList> {
  const body = { tracking_number: tracking };
  const asked = command({ path: '/trackingrma', body, signal });
  const list = await readRows('item', async () => ({ data: (await asked).data.items }));
  return { ...list, shipment: (await asked).data.shipment };
}

/** The pieces that may come to this stage now, at this site. */
async function readStage(stage: Stage, siteId: number | undefined, signal: AbortSignal): Promise<ScanList> {
  const query = {
    waiting: stage.target,
    target: stage.target,
    site_id: siteId,
    sort: 'entered',
    page_size: PAGE_ROWS.most,
  };
  const readPage = (page: number) => read('/rmalist', { ...query, page }, { signal });
  const list = await readRows('item', async () => ({ data: await readAllPages(readPage) }));
  return { ...list, shipment: null };
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

/** The list at hand: of a package, or of everything that waits for this stage. Lines update live. */
export function useScanItems(stage: Stage, tracking: string | null) {
  const client = useQueryClient();
  const siteId = useSession().view.site?.id;
  const queryKey = ['repair', 'scan', stage.target, tracking ?? siteId ?? 0];
  const isOpen = tracking !== null || !stage.isByPackage;
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      tracking === null ? readStage(stage, siteId, signal) : readPackage(tracking, signal),
    enabled: isOpen,
  });
  const list = query.data;
  const { ids, brought, keep } = useKept(list?.ids);
  const topics = [
    ...topicsOf(stage, useSession().view.site, list?.shipment?.id),
    ...brought.map((id) => `item:${id}`),
  ];
  useLiveScan({
    queryKey,
    topics: isOpen ? topics : [],
    stage,
    isPackage: tracking !== null,
    ids,
  });
  /**
   * Takes in the row that a scan has just been answered with; an older version changes nothing. A row that was sent for in another epoch
   * is dropped: versions begin again there, and every list is read again.
   */
  const merge = (scan: QueuedScan, { verdict, item }: ScanView, epoch: string | undefined) => {
    if (item === null || epoch !== live.cursor?.epoch) return;
    live.store.reading('item')([item]);
    const isOfThisList = scan.target === stage.target && scan.trackingNo === tracking;
    if (verdict === 'accepted' && isOfThisList)
      client.setQueryData<ScanList>(queryKey, (held) => held && withId(held, item.id));
  };
  const items = useRows('item', ids);
  const lines = useMemo(() => toScanLines(items, stage.target), [items, stage.target]);
  return { query, lines, merge, keep, shipment: list?.shipment ?? null, isOpen };
}

/** Pieces that came here by another way than a scan: no list of what waits holds them, and their line stays. */
function useKept(listed: readonly number[] | undefined) {
  const [brought, setBrought] = useState<readonly number[]>([]);
  const ids = useMemo(
    () => listed && [...brought.filter((id) => !listed.includes(id)), ...listed],
    [brought, listed],
  );
  const keep = (id: number) => setBrought((held) => (held.includes(id) ? held : [...held, id]));
  return { ids, brought, keep };
}

const withId = <List extends IdList>(list: List, id: number): List =>
  list.ids.includes(id) ? list : { ...list, ids: [id, ...list.ids] };

interface LiveScanOptions {
  readonly queryKey: readonly unknown[];
  readonly topics: readonly string[];
  readonly stage: Stage;
  readonly isPackage: boolean;
  readonly ids: readonly number[] | undefined;
}

/** Keeps the list in step with its topics; whatever once stood in it stays when it moves on: it is what was done here. */
function useLiveScan({ queryKey, topics, stage, isPackage, ids }: LiveScanOptions): void {
  const seen = useRef(new Set<number>());
  useEffect(() => {
    for (const id of ids ?? []) seen.current.add(id);
  }, [ids]);
  const isNewcomer = (row: ItemView) =>
    !isPackage && stage.from.some((id) => id === row.rma_status_id) && mayCome(stage.target, row);
  useLiveRows({
    kind: 'item',
    queryKey,
    topics,
    accepts: (row, isKnown) => isKnown || seen.current.has(row.id) || isNewcomer(row),
    keepsMoved: true,
  });
}

/** A package's topic covers its pieces; their destination's topic covers those that have left it. */
function topicsOf(stage: Stage, site: SessionView['site'], shipmentId: number | undefined): string[] {
  if (site === null) return [];
  const place = site.kind === 'shop' ? `store:${site.id}` : `stage:${site.id}:${stage.target}`;
  if (shipmentId !== undefined) return [`shipment:${shipmentId}`, place];
  if (stage.isByPackage) return [];
  return [place, ...stage.from.map((status) => `stage:${site.id}:${status}`)];
}
