import { readPieceCode } from '@atelier/domain/repair/item-number.ts';
import type { BoardColumn } from '@atelier/domain/dashboard/schema.ts';
import type { ItemView } from '@atelier/domain/rma/schema.ts';
import type { KeyboardEvent } from 'react';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useWedge } from '../../../lib/wedge/use-wedge.ts';
import { heldItem, useItem } from '../../../live/rows.ts';
import { stepOnBoard } from './board-state.ts';
import { useLanes } from './lane-query.ts';

type Asking = { readonly item: ItemView; readonly direction: 'on' | 'back' };

/** The cards of the shown lanes: which is chosen, by arrows or by scan, and which move is asked for. */
export function useCards(columns: readonly BoardColumn[]) {
  const { i18n } = useTranslation();
  const { lanes, onIds } = useLanes();
  const [activeId, setActiveId] = useState<number | null>(null);
  const [asking, setAsking] = useState<Asking | null>(null);
  const open = useOpenItem();
  const ids = useMemo(() => [...lanes.values()].flat(), [lanes]);
  // As it stands now: it may have moved since it was chosen.
  const active = useItem(ids.find((id) => id === activeId) ?? 0) ?? null;
  const ask = (direction: Asking['direction'], item = active) =>
    item !== null && setAsking({ item, direction });
  useWedge({
    onScan: (code) => {
      const found = ids.map(heldItem).find((item) => item?.number === readPieceCode(code));
      if (found === undefined) return;
      setActiveId(found.id);
      ask('on', found);
    },
    onKey: (key) => {
      if (asking !== null) return;
      if (key.toLowerCase() === 'b') ask('on');
      if (key.toLowerCase() === 'r') ask('back');
    },
  });
  const onKeyDown = (event: KeyboardEvent) => {
    // Links and buttons inside the board keep their own keys.
    if (!(event.target instanceof HTMLElement) || event.target.role !== 'listbox') return undefined;
    if (event.key === 'Enter' && active !== null) return open(active);
    const step = arrowOf(event.key, i18n.dir() === 'rtl');
    if (step === null) return undefined;
    event.preventDefault();
    const places = columns.map(({ rma_status_id: status }) => ({ status, ids: lanes.get(status) ?? [] }));
    return setActiveId(stepOnBoard(places, activeId, step));
  };
  return { lanes, onIds, active, setActiveId, open, asking, stopAsking: () => setAsking(null), onKeyDown };
}

function useOpenItem(): (item: ItemView) => void {
  const navigate = useNavigate();
  return useCallback(
    (item: ItemView) => void navigate(`/readRma?id=${item.rma_id}&item=${item.id}&work=1`),
    [navigate],
  );
}

/** Sideways is the way of reading: in Arabic the next lane lies to the left. */
function arrowOf(key: string, isRtl: boolean): string | null {
  if (key === 'ArrowRight') return isRtl ? 'back' : 'forward';
  if (key === 'ArrowLeft') return isRtl ? 'forward' : 'back';
  return ['ArrowUp', 'ArrowDown', 'Home', 'End'].includes(key) ? key : null;
}
