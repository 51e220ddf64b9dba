import { useState } from 'react';
import type { ScanLine } from './scan-lines.ts';
import type { LastSave } from './use-save.ts';
import type { Verdict } from './verdict-state.ts';

export interface UndoParts {
  readonly verdict: Verdict | null;
  readonly lines: readonly ScanLine[];
  readonly lastSave: LastSave | null;
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
export function useUndo({ verdict, lines, lastSave, takeBack, undoSave }: UndoParts): Undo {
  /** The save that a scan has followed: the U key means the scan from then on. */
  const [overtaken, setOvertaken] = useState<LastSave | null>(null);
  const id = verdict?.kind === 'accepted' ? verdict.item?.id : undefined;
  const last = lines.find(({ item }) => item.id === id);
  // A bench that validates on scan has saved it already, whatever the list still shows.
  const isInSave = lastSave?.items.some((saved) => saved.id === id) === true;
  const ofScan =
    last === undefined || !last.isScanned || last.isSaved || isInSave
      ? null
      : { numbers: [last.item.number], run: () => takeBack(last.item.id) };
  const ofSave =
    lastSave === null
      ? null
      : { numbers: lastSave.items.map(({ number }) => number), run: () => undoSave(lastSave) };
  return {
    ofScan,
    ofSave,
    byKey: () => (ofScan ?? (lastSave === overtaken ? null : ofSave))?.run(),
    noteScan: () => setOvertaken(lastSave),
  };
}
