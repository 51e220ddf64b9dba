import type { ItemView } from '@atelier/contracts/repair-detail/schema.ts';
import { useState, useEffect } from 'react';
import { useSession } from '../../lib/session/use-session.ts';
import { useWedge } from '@atelier/browser-sync/wedge/use-wedge.ts';
import { useScanNote } from '../../shared/scan-strip/use-scan-note.ts';
import { goesToClient, isOpen, KINDS, wayOf, type PackingWay } from './queries.ts';
import { useMoveHere } from '../../shared/pick-list/use-move-here.ts';
import { isNumberOf, usePackageQueue } from './use-package-queue.ts';
import { usePackingScan } from './use-packing-scan.ts';
import { useTracking, useWay } from './use-packing-params.ts';
import { useCandidates, usePacking } from './use-packing.ts';
import { useSearchParams } from 'react-router-dom';
import { screenNow } from '../../lib/time/screen-clock.ts';
import { isPastDue } from '../../shared/item/urgency.ts';

/** The package on the page, what may go into it, and what a scan means there. */
export function usePackingPage(ways: readonly PackingWay[]) {
  const { site } = useSession().view;
  const [tracking, setTracking] = useTracking();
  const [chosenWay, setWay] = useWay(ways);
  const [destination, setDestination] = useState<number | null>(null);
  const packing = usePacking(chosenWay, tracking, destination);
  const { view, shipment } = packing;
  // A package that is there goes its own way, whatever was chosen for the next one.
  const way = (shipment && wayOf(shipment, ways)) ?? chosenWay;
  const candidates = useCandidates(KINDS[way]);
  useLateDraft(candidates.rows, candidates.query.isSuccess);
  const items = view?.items ?? [];
  const all = packable(candidates.rows, way, site?.id ?? 0);
  const scan = useScanNote();
  const [elsewhere, setElsewhere] = useState<ItemView | null>(null);
  const queue = usePackageQueue({ tracking, shipment, onAnswered: packing.refresh, tell: scan.tell });
  const { from, orderType } = KINDS[way];
  const to = way === 'workshop' ? destination : null;
  const onScan = usePackingScan({
    tracking,
    candidates: all,
    items,
    unresolved: queue.unresolved,
    isGone: shipment !== null && !isOpen(shipment),
    isOwnNumber: isNumberOf(tracking, shipment),
    onTracking: setTracking,
    onElsewhere: setElsewhere,
    onPack: (code, itemId) => {
      setElsewhere(null);
      queue.pack(code, tracking, {
        into: 'package',
        itemId,
        from,
        orderType,
        toClient: goesToClient(way),
        destination: to,
      });
    },
    tell: scan.tell,
  });
  useWedge({ onScan });
  const move = useMoveHere(packing.bind.mutateAsync, () => setElsewhere(null));
  return {
    tracking,
    setTracking,
    way,
    setWay,
    destination,
    setDestination,
    packing,
    candidates,
    items,
    rows: loose(all, items, shipment?.to?.id ?? null, way),
    note: scan.note,
    queue,
    /** Scanned here and in another draft: `move` takes it over. */
    elsewhere,
    move,
    add: (ids: readonly number[]) => packing.bind.mutate(ids),
    onScan,
    isGone: shipment !== null && !isOpen(shipment),
    done: () => {
      packing.refresh();
      setTracking('');
      scan.clear();
    },
  };
}

/** A package to another shop takes what is not of this one. */
function packable(all: readonly ItemView[], way: PackingWay, siteId: number): readonly ItemView[] {
  return way === 'shop' ? all.filter((row) => row.store_id !== siteId) : all;
}

/** What may still go in: not in yet, and only pieces of the shop this package goes to. */
function loose(
  all: readonly ItemView[],
  packed: readonly ItemView[],
  toStore: number | null,
  way: PackingWay,
): readonly ItemView[] {
  const inside = new Set(packed.map(({ id }) => id));
  const isForOne = way !== 'workshop' && toStore !== null;
  return all.filter((row) => !inside.has(row.id) && (!isForOne || row.store_id === toStore));
}

type Late = Pick<ItemView, 'id' | 'tracking_number' | 'shipment_id' | 'status_entered_at' | 'due_at'>;

/** Where late pieces lie: the draft that holds most of them; without one, the pieces to choose. */
export function lateDraft(rows: readonly Late[], now: number): { tracking: string } | { items: number[] } {
  const late = rows.filter((row) => isPastDue(row, now));
  const counts = new Map<string, number>();
  for (const row of late)
    if (row.shipment_id !== null) counts.set(row.tracking_number, (counts.get(row.tracking_number) ?? 0) + 1);
  const [fullest] = [...counts].sort(([, a], [, b]) => b - a);
  if (fullest !== undefined) return { tracking: fullest[0] };
  return { items: late.map(({ id }) => id) };
}

/** `?bucket=over`, from the dashboard: opens the draft that holds the late pieces at its signature, or chooses them. */
function useLateDraft(rows: readonly ItemView[], isRead: boolean): void {
  const [params, setParams] = useSearchParams();
  const isWanted = params.get('bucket') === 'over' && isRead;
  useEffect(() => {
    if (!isWanted) return;
    setParams((before) => withLate(before, lateDraft(rows, screenNow())), { replace: true });
  }, [isWanted, rows, setParams]);
}

function withLate(before: URLSearchParams, found: ReturnType<typeof lateDraft>): URLSearchParams {
  const after = new URLSearchParams(before);
  after.delete('bucket');
  if ('tracking' in found) {
    after.set('tracking', found.tracking);
    after.set('sign', '1');
  } else if (found.items.length > 0) after.set('item', found.items.join(','));
  return after;
}
