import type { ItemView } from '@atelier/contracts/rma/schema.ts';
import { useState } from 'react';
import { useSession } from '../../lib/session/use-session.ts';
import { useWedge } from '@atelier/browser-sync/wedge/use-wedge.ts';
import { useScanNote } from '../../shared/scan-strip/use-scan-note.ts';
import { isOpen, KINDS, wayOf, type PackingWay } from './queries.ts';
import { useMoveHere } from '../../shared/pick-list/use-move-here.ts';
import { isNumberOf, usePackageQueue } from './use-package-queue.ts';
import { useLateDraft } from './use-late-draft.ts';
import { usePackingScan } from './use-packing-scan.ts';
import { useTracking, useWay } from './use-packing-params.ts';
import { useCandidates, usePacking } from './use-packing.ts';

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
        toClient: way === 'client',
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
