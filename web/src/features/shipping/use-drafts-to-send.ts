import { readPieceCode } from '@atelier/domain/repair/item/item-number.ts';
import { isSameCode } from '@atelier/domain/contract/codes.ts';
import type { ShipmentView } from '@atelier/contracts/shipping/schema.ts';
import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLiveRefresh } from '../../live/use-live.ts';
import { useWedge } from '@atelier/browser-sync/wedge/use-wedge.ts';
import { useOutbound } from '../../shared/queries/packages.ts';
import { useScanNote } from '../../shared/scan-strip/use-scan-note.ts';
import { usePackingQueue } from '../../shared/scan/use-packing-queue.ts';
import { UNRESOLVED, type Stop } from './batch-row.tsx';
import { isOpen, KINDS, packageStatusQuery } from './queries.ts';
import { isNumberOf } from './use-package-queue.ts';
import { useCandidates } from './use-packing.ts';

const nothing = (): void => undefined;

/** The packages of this site that are still to be sent out, and which of them are chosen, by hand or by scan. */
export function useDraftsToSend() {
  const { t } = useTranslation('sending');
  const { query: packages, rows } = useOutbound();
  const drafts = rows.filter((one) => one.order_type === 2 && isOpen(one));
  const stops = useStops(drafts);
  // A piece may lie in the box although it is not on its list: such a package is opened first.
  const { all } = usePackingQueue(nothing);
  for (const draft of drafts) {
    const isOf = isNumberOf(draft.tracking_no, draft);
    const [scan] = all.filter(({ packing, trackingNo }) => packing?.into === 'package' && isOf(trackingNo));
    if (scan !== undefined) stops.set(draft.id, { code: UNRESOLVED, number: scan.code });
  }
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const choose = (ids: readonly number[], isOn: boolean) =>
    setChosen(
      (before) => new Set(isOn ? [...before, ...ids] : [...before].filter((id) => !ids.includes(id))),
    );
  const find = useDraftOfCode(drafts);
  const { note, tell } = useScanNote();
  useWedge({
    onScan: (raw) => {
      const draft = find(raw.trim());
      if (draft === undefined) return tell('unknown', t('batch.notHere', { code: raw.trim() }));
      choose([draft.id], true);
      return tell('accepted', t('batch.chosen', { tracking: draft.tracking_no }));
    },
  });
  const free = drafts.filter((one) => stops.get(one.id) === null);
  return {
    packages,
    drafts,
    stops,
    chosen,
    choose,
    note,
    free,
    picked: free.filter(({ id }) => chosen.has(id)),
  };
}

/** What keeps each package here, but for the signature that this page gives; undefined while it is asked. */
function useStops(drafts: readonly ShipmentView[]): Map<number, Stop> {
  useLiveRefresh(
    ['shipping', 'status'],
    drafts.map((one) => `shipment:${one.id}`),
  );
  const answers = useQueries({
    queries: drafts.map((one) => packageStatusQuery(one.tracking_no, one.version)),
  });
  const stops = new Map<number, Stop>();
  drafts.forEach((one, index) => {
    const blocking = answers[index]?.data?.data.blocking;
    if (blocking === undefined) return;
    stops.set(one.id, blocking.find(({ code }) => code !== 'signature_required') ?? null);
  });
  return stops;
}

/** A tracking number, or the number of any piece that lies in a package. */
function useDraftOfCode(drafts: readonly ShipmentView[]) {
  const pieces = useCandidates(KINDS.store).rows;
  return (code: string): ShipmentView | undefined => {
    const same = (a: string) => isSameCode(a, code);
    const piece = pieces.find((row) => row.number === readPieceCode(code));
    return drafts.find(
      (one) =>
        same(one.tracking_no) ||
        one.former_tracking_nos.some(same) ||
        (piece !== undefined && piece.shipment_id === one.id),
    );
  };
}
