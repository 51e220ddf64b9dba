import { readPieceCode } from '@atelier/domain/repair/item/item-number.ts';
import type { MeasurementsBody, ScanView } from '@atelier/contracts/repair/schema.ts';
import type { ItemView } from '@atelier/contracts/repair-detail/schema.ts';
import { useCallback, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notify } from '@atelier/ui/feedback/notify.ts';
import { benchCommandOf } from '@atelier/domain/repair/scanning/bench-command.ts';
import { newKey } from '../../lib/api/new-key.ts';
import { serverNow } from '../../lib/time/server-clock.ts';
import { soundVerdict } from '../item/tones.ts';
import { nextScanMoment, type QueuedScan } from '@atelier/browser-sync/scans/queued-scan.ts';
import type { ScanSettled } from '@atelier/browser-sync/scans/queue-parts.ts';
import { useSound } from './manual-entry.tsx';
import { countsOf, toScanLine, type ScanLine } from './scan-lines.ts';
import type { Asked } from './scan-meter.tsx';
import type { Stage } from './stage-of.ts';
import { useClear } from './use-clear.ts';
import { useFindings } from './use-findings.ts';
import { useSave } from './use-save.ts';
import type { useScanItems } from './use-scan-items.ts';
import { useScanQueue } from './use-scan-queue.ts';
import { useUndo } from './use-undo.ts';
import { pendingVerdict, settleVerdict, type Verdict } from './verdict-state.ts';
import { useRules } from '../rules/rules.ts';
import { useSession } from '../../lib/session/use-session.ts';

export interface BenchParts {
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
  /** Asks how the piece on the bench is held; false while there is none, or it cannot be held here. */
  readonly hold?: () => boolean;
}

/** `waiting`: what was noted before a reload is still being read, so that nothing is saved over it. */
export type SaveOutcome = 'saved' | 'refused' | 'waiting';

const idsOf = (lines: readonly ScanLine[]): number[] => lines.map(({ item }) => item.id);
const done = (): boolean => true;

/** A bench where pieces are scanned: the list, what was scanned, found and saved, and what can be taken back. */
export function useBench({ stage, tracking, list, isSetAside, measures, hold }: BenchParts) {
  const { t } = useTranslation('repair');
  const { query, lines, merge } = list;
  const sound = useSound();
  const again = () => void query.refetch();
  const saving = useSave(again);
  const clearing = useClear(again, (rows) =>
    saving.showRefused(
      lines.map(({ item }) => item),
      rows,
    ),
  );
  const findings = useFindings(stage.target, lines);
  const [chosenId, choose] = useState<number | null>(null);
  const [asked, ask] = useState<Asked | null>(null);
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
    const cleared = session.verdict;
    await clearing.mutateAsync({ ids, target: stage.target });
    findings.drop(ids);
    measures?.drop(ids);
    session.forget(cleared);
  };
  const undo = useUndo({
    verdict: session.verdict,
    lines,
    lastSave: saving.last,
    isSaving: saving.save.isPending,
    takeBack: (id) => {
      session.forget();
      void clear([id]).catch(() => undefined);
    },
    undoSave: saving.undoAll,
  });
  /** Does what a code of the printed sheet asks for (product/repair.md §9); false for any other code. */
  const command = (code: string): boolean => {
    const named = benchCommandOf(code);
    if (named === 'undo') undo.byKey();
    else if (named === 'validate' || named === 'complete') ask(named);
    else if (named === 'hold' && hold?.() !== true) notify({ tone: 'warn', title: t('blocked.noPiece') });
    return named !== undefined;
  };
  return {
    stage,
    list,
    sound,
    asked,
    ask,
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
    clearAll: (chosen: readonly ScanLine[]) => clear(idsOf(chosen)).then(done, done),
    undo,
    /** A code of the sheet, or a piece: it takes the place of the one that was chosen. */
    scan: (code: string) => {
      if (command(code)) return;
      choose(null);
      undo.noteScan();
      session.scan(code);
    },
    onKey: (key: string) => key.toLowerCase() === 'u' && undo.byKey(),
  };
}

interface ScanSessionParts {
  readonly stage: Stage;
  readonly tracking: string | null;
  readonly lines: readonly ScanLine[];
  readonly merge: (scan: QueuedScan, view: ScanView, epoch: string | undefined) => void;
  readonly isSilent: boolean;
  /** A piece that was accepted for this stage a moment ago. */
  readonly onAccepted: (item: ItemView) => void;
}

/** Scans that pack are shown where packages are packed. */
const isOfStage = ({ packing }: QueuedScan): boolean => packing === undefined;

/** From the scanner to the panel: shown at once, stored, sent, and the server's answer in its place. */
function useScanSession({ stage, tracking, lines, merge, isSilent, onAccepted }: ScanSessionParts) {
  const [verdict, setVerdict] = useState<Verdict | null>(null);
  const shown = useRef<Verdict | null>(null);

  const show = useCallback(
    (next: Verdict | null) => {
      const isNews = next !== null && next !== shown.current && next.kind !== shown.current?.kind;
      shown.current = next;
      setVerdict(next);
      if (isNews && !isSilent) soundVerdict(next.kind);
    },
    [isSilent],
  );
  const onSettled = ({ scan, result }: ScanSettled) => {
    if (result.kind === 'answer') merge(scan, result.view, result.epoch);
    show(settleVerdict(shown.current, scan.key, result));
    const isAccepted = result.kind === 'answer' && result.view.verdict === 'accepted';
    if (isAccepted && result.view.item !== null && scan.target === stage.target) onAccepted(result.view.item);
  };
  const { queue, owner, add, isDiskFailing, ...all } = useScanQueue(onSettled);
  const waiting = useMemo(() => all.waiting.filter(isOfStage), [all.waiting]);
  const conflicts = useMemo(() => all.conflicts.filter(isOfStage), [all.conflicts]);

  const scan = useCallback(
    (raw: string) => {
      const code = readPieceCode(raw);
      if (code === '') return;
      const key = newKey();
      const known = lines.find(({ item }) => item.number === code)?.item ?? null;
      // A repeated verdict of the same kind must still be visible and audible: it starts again from "checking".
      shown.current = null;
      show(pendingVerdict(key, code, known));
      add({
        key,
        owner,
        code,
        target: stage.target,
        trackingNo: tracking,
        occurredAt: nextScanMoment(serverNow()),
        state: 'waiting',
        wasOffline: false,
        answer: null,
        refusal: null,
      });
    },
    [add, owner, lines, stage.target, tracking, show],
  );
  return {
    verdict,
    scan,
    /** Empties the panel; of this verdict alone where one is named: a later scan's stays. */
    forget: (old: Verdict | null = shown.current) => {
      if (old?.key === shown.current?.key) show(null);
    },
    waiting,
    /** The codes on their way to the server. */
    waitingCodes: useMemo(() => new Set(waiting.map((one) => one.code)), [waiting]),
    conflicts,
    isDiskFailing,
    sendNow: () => queue?.nudge(),
    seen: (key: string) => void queue?.dismiss(key),
  };
}

export type Bench = ReturnType<typeof useBench>;

/** Whether this bench validates at each accepted scan, as configured for its site (product/repair.md §9). */
function useValidatesOnScan(target: number): boolean {
  const { site } = useSession().view;
  const sites = useRules().validateOnScan[target] ?? [];
  return site !== null && sites.includes(site.id);
}
