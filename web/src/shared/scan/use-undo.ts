import { useEffect, useRef, useState } from 'react';
import type { ScanLine } from './scan-lines.ts';
import type { LastSave } from './use-save.ts';
import type { Verdict } from './verdict-state.ts';

export interface UndoParts {
  readonly verdict: Verdict | null;
  readonly lines: readonly ScanLine[];
  readonly lastSave: LastSave | null;
  /** A save is on its way: what it moves cannot be taken back before its answer is here. */
  readonly isSaving: boolean;
  /** Takes back the mark of a scan that no move has saved. */
  readonly takeBack: (itemId: number) => void;
  readonly undoSave: (saved: LastSave) => void;
}

/** One undo, by the names of the pieces it concerns. */
export interface NamedUndo {
  readonly numbers: readonly string[];
  readonly run: () => void;
}

export interface Undo {
  /** Of the piece in the panel, and of no other. */
  readonly ofScan: NamedUndo | null;
  readonly ofSave: NamedUndo | null;
  /** The U key: the last scan; or the last save, unless something was scanned since. */
  readonly byKey: () => void;
  /** A code was scanned. */
  readonly noteScan: () => void;
}

/** What was done last here and can be taken back: each undo stands beside its own pieces (product/repair.md §5). */
export function useUndo({ verdict, lines, lastSave, isSaving, takeBack, undoSave }: UndoParts): Undo {
  /** The save that a scan has followed: the U key means the scan from then on. */
  const [overtaken, setOvertaken] = useState<LastSave | null>(null);
  const scanned = verdict?.kind === 'accepted' ? verdict.item : null;
  // The server's answer counts, not the list: a list that is just being read may not hold the mark yet.
  const isMoved = lines.some(({ item, isSaved }) => item.id === scanned?.id && isSaved);
  // A bench that validates on scan has saved it already, whatever the list still shows.
  const isInSave = lastSave?.items.some(({ id }) => id === scanned?.id) === true;
  const ofScan =
    scanned === null || isMoved || isInSave || isSaving
      ? null
      : { numbers: [scanned.number], run: () => takeBack(scanned.id) };
  const ofSave =
    lastSave === null
      ? null
      : { numbers: lastSave.items.map(({ number }) => number), run: () => undoSave(lastSave) };
  const waitForSave = useAfterSave(isSaving, lastSave, undoSave);
  return {
    ofScan,
    ofSave,
    byKey: () => (isSaving ? waitForSave() : (ofScan ?? (lastSave === overtaken ? null : ofSave))?.run()),
    noteScan: () => setOvertaken(lastSave),
  };
}

/** An undo that was asked for while a save was on its way: that save is taken back once it is known to have moved a piece. */
function useAfterSave(isSaving: boolean, lastSave: LastSave | null, undoSave: UndoParts['undoSave']) {
  /** The save before the one on its way; undefined: no undo waits. */
  const before = useRef<LastSave | null | undefined>(undefined);
  useEffect(() => {
    if (before.current === undefined || isSaving) return;
    const isMoved = lastSave !== null && lastSave !== before.current;
    before.current = undefined;
    if (isMoved) undoSave(lastSave);
  }, [isSaving, lastSave, undoSave]);
  return () => {
    before.current = lastSave;
  };
}
