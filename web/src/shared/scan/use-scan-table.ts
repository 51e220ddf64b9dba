import type { MeasurementsBody } from '@atelier/domain/repair/schema.ts';
import { useState } from 'react';
import { useSound } from './manual-entry.tsx';
import { countsOf, toScanLine } from './scan-lines.ts';
import type { ScanLine } from './scan-lines.ts';
import type { Stage } from './stage-of.ts';
import { useClear } from './use-clear.ts';
import { useFindings } from './use-findings.ts';
import { useSave } from './use-save.ts';
import type { useScanItems } from './use-scan-items.ts';
import { useScanSession } from './use-scan-session.ts';
import { useUndo } from './use-undo.ts';
import { useValidatesOnScan } from './use-validates-on-scan.ts';

export interface ScanTableParts {
  readonly stage: Stage;
  readonly tracking: string | null;
  readonly list: ReturnType<typeof useScanItems>;
  /** What is flagged missing is accounted for: neither left to scan nor to be saved. */
  readonly isSetAside?: (line: ScanLine) => boolean;
  /** What a bench measures and saves with its pieces. */
  readonly measures?: {
    readonly bodiesOf: (ids: readonly number[]) => Record<string, MeasurementsBody>;
    readonly drop: (ids: readonly number[]) => void;
    /** Whether these may not be saved as they were measured; the screen says why. */
    readonly stops: (ids: readonly number[], choose: (id: number) => void) => boolean;
  };
}

/** `waiting`: what was noted before a reload is still being read, so that nothing is saved over it. */
export type SaveOutcome = 'saved' | 'refused' | 'waiting';

const idsOf = (lines: readonly ScanLine[]): number[] => lines.map(({ item }) => item.id);
const done = (): boolean => true;

/** A table on which pieces are scanned: the list, what was scanned, found and saved, and what can be taken back. */
export function useScanTable({ stage, tracking, list, isSetAside, measures }: ScanTableParts) {
  const { query, lines, merge } = list;
  const sound = useSound();
  const again = () => void query.refetch();
  const saving = useSave(again);
  const clearing = useClear(again);
  const findings = useFindings(stage.target, lines);
  const [chosenId, choose] = useState<number | null>(null);
  const validates = useValidatesOnScan(stage.target);
  const session = useScanSession({
    stage,
    tracking,
    lines,
    merge,
    isSilent: sound.isSilent,
    onAccepted: (item) => {
      if (validates) void save([toScanLine(item, stage.target)]);
    },
  });
  const open = isSetAside === undefined ? lines : lines.filter((line) => !isSetAside(line));
  const unsaved = open.filter((line) => line.isScanned && !line.isSaved);
  const left = open.filter((line) => !line.isScanned);
  const selectedId = chosenId ?? session.verdict?.item?.id ?? null;

  async function save(toSave: readonly ScanLine[] = unsaved): Promise<SaveOutcome> {
    if (toSave.length === 0) return 'saved';
    if (stage.isInvestigated && !findings.isReady) return 'waiting';
    const ids = idsOf(toSave);
    if (measures?.stops(ids, choose) === true) return 'refused';
    const input = {
      items: toSave.map(({ item }) => item),
      target: stage.target,
      measurements: measures?.bodiesOf(ids) ?? {},
      findings: stage.isInvestigated ? findings.bodiesOf(toSave) : {},
    };
    return saving.save.mutateAsync(input).then(
      ({ data }) => (data.every((row) => row.success) ? 'saved' : 'refused'),
      () => 'refused' as const,
    );
  }
  const clear = async (ids: readonly number[]): Promise<void> => {
    await clearing.mutateAsync({ ids, target: stage.target });
    findings.drop(ids);
    measures?.drop(ids);
    session.forget();
  };
  const undo = useUndo({
    verdict: session.verdict,
    lines,
    lastSave: saving.last,
    takeBack: (id) => {
      session.forget();
      void clear([id]).catch(() => undefined);
    },
    undoSave: saving.undoAll,
  });
  return {
    stage,
    list,
    sound,
    again,
    saving,
    clearing,
    findings,
    validates,
    session,
    unsaved,
    left,
    choose,
    save,
    counts: { ...countsOf(lines), left: left.length, unsaved: unsaved.length },
    selected: lines.find(({ item }) => item.id === selectedId) ?? null,
    clearAll: () => clear(idsOf(unsaved)).then(done, done),
    undo,
    /** A code that is a piece: it takes the place of the one that was chosen. */
    scan: (code: string) => {
      choose(null);
      undo.noteScan();
      session.scan(code);
    },
    onKey: (key: string) => key.toLowerCase() === 'u' && undo.byKey(),
  };
}

export type ScanTable = ReturnType<typeof useScanTable>;
