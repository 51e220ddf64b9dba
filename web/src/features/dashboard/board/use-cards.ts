import { readPieceCode } from '@atelier/domain/repair/item/item-number.ts';
import type { BoardColumn } from '@atelier/contracts/dashboard/schema.ts';
import type { ItemView } from '@atelier/contracts/repair-detail/schema.ts';
import { type KeyboardEvent, useCallback, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useWedge } from '@atelier/browser-sync/wedge/use-wedge.ts';
import { heldItem, useItem } from '../../../live/rows.ts';
import { useScanOpens } from '../../../shared/item/use-scan-opens.ts';
import { past } from '../../../lib/time/past.ts';
import { screenNow } from '../../../lib/time/screen-clock.ts';
import { useSession } from '../../../lib/session/use-session.ts';
import { useAgeClock } from '../../../shared/item/minute-clock.ts';
import { mayUndo, useUndoMove } from '../../../shared/item/use-undo-move.ts';
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
  const openScanned = useScanOpens();
  const ids = useMemo(() => [...lanes.values()].flat(), [lanes]);
  // As it stands now: it may have moved since it was chosen.
  const active = useItem(ids.find((id) => id === activeId) ?? 0) ?? null;
  const ask = (direction: Asking['direction'], item = active) =>
    item !== null && setAsking({ item, direction });
  const undo = useUndo();
  useWedge({
    onScan: (code) => {
      const found = ids.map(heldItem).find((item) => item?.number === readPieceCode(code));
      if (found === undefined) return openScanned(code);
      setActiveId(found.id);
      return ask('on', found);
    },
    onKey: (key) => {
      if (asking !== null) return;
      if (key.toLowerCase() === 'b') ask('on');
      if (key.toLowerCase() === 'r') ask('back');
      if (key.toLowerCase() === 'u') undo.run(active);
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
  useArrowsFromStart(i18n.dir() === 'rtl');
  const stopAsking = () => setAsking(null);
  return { lanes, onIds, active, setActiveId, open, ask, asking, stopAsking, undo, onKeyDown };
}

/** Takes one's own last move of the chosen card back, while the server allows it. */
function useUndo() {
  const { t } = useTranslation('dashboard');
  const { user } = useSession().view;
  useAgeClock();
  const move = useUndoMove({ reason: t('board.undoReason'), done: t('board.undone') });
  const isOffered = (item: ItemView | null): item is ItemView =>
    item !== null && past === null && mayUndo(item, user.id, screenNow());
  const run = (item: ItemView | null) => {
    if (isOffered(item) && !move.isPending) move.mutate(item);
  };
  return { isOffered, run, isPending: move.isPending };
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

/** What uses arrow keys itself, and windows over the page. */
const KEEPS_ARROWS =
  'input, textarea, select, [contenteditable=true], [role=listbox], [role=menu], [role=radiogroup], [role=dialog], .p-dialog';

/** While nothing that uses arrows has the focus, an arrow gives it to the first lane that holds a card. */
function useArrowsFromStart(isRtl: boolean): void {
  useEffect(() => {
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      const isElsewhere = document.activeElement?.closest(KEEPS_ARROWS) != null;
      if (event.defaultPrevented || isElsewhere || arrowOf(event.key, isRtl) === null) return;
      const first = document.querySelector<HTMLElement>('.board [role=listbox]');
      if (first === null) return;
      event.preventDefault();
      first.focus();
    };
    globalThis.addEventListener('keydown', onKeyDown);
    return () => globalThis.removeEventListener('keydown', onKeyDown);
  }, [isRtl]);
}
