import type { ItemView } from '@atelier/domain/rma/schema.ts';
import type { ReceiptView } from '@atelier/domain/shipping/receiving-schema.ts';
import { Suspense, lazy, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { loadChunk } from '../../../lib/chunks/lazy-chunk.ts';
import { useWedge } from '../../../lib/wedge/use-wedge.ts';
import type { OpenCamera } from '../../../shared/camera/camera-scan.tsx';
import { CameraButton, CameraPanel } from '../../../shared/camera/camera-scan.tsx';
import { LazyPrint } from '../../../shared/documents/lazy-print.tsx';
import { ManualEntry, useSound } from '../../../shared/scan/manual-entry.tsx';
import { PiecesPanel } from '../../../shared/scan/pieces-panel.tsx';
import { PiecesToSave } from '../../../shared/scan/pieces-to-save.tsx';
import { ReviewTray } from '../../../shared/scan/review-tray.tsx';
import { RowProblems } from '../../../shared/scan/row-problems.tsx';
import { SavedStrip } from '../../../shared/scan/saved-strip.tsx';
import { countsOf, toScanLine } from '../../../shared/scan/scan-lines.ts';
import type { ScanLine } from '../../../shared/scan/scan-lines.ts';
import { ScanMeter } from '../../../shared/scan/scan-meter.tsx';
import type { Stage } from '../../../shared/scan/stage-of.ts';
import { useClear } from '../../../shared/scan/use-clear.ts';
import { useFindings } from '../../../shared/scan/use-findings.ts';
import { useSave } from '../../../shared/scan/use-save.ts';
import { useScanItems } from '../../../shared/scan/use-scan-items.ts';
import { useScanSession } from '../../../shared/scan/use-scan-session.ts';
import { useUndo } from '../../../shared/scan/use-undo.ts';
import { useValidatesOnScan } from '../../../shared/scan/use-validates-on-scan.ts';
import { VerdictPanel } from '../../../shared/scan/verdict-panel.tsx';
import { ArrivalPanel } from './arrival-panel.tsx';
import { ExtrasPanel } from './extras-panel.tsx';
import { Leftover } from './leftover.tsx';
import { NoticeBand } from './notice-band.tsx';
import { NotListed } from './not-listed.tsx';
import { PieceActions } from './piece-actions.tsx';
import { useComplete } from './use-complete.ts';
import { useReceiving } from './use-receiving.ts';

/** What is found is asked at two arrivals; a shop does not load it. */
const QualityPanel = lazy(async () => ({
  default: (await loadChunk(() => import('../../../shared/scan/quality-panel.tsx'))).QualityPanel,
}));
const LogPanel = lazy(async () => ({
  default: (await loadChunk(() => import('./log-panel.tsx'))).LogPanel,
}));

export interface ReceiveTableProps {
  receipt: ReceiptView;
  tracking: string;
  stage: Stage;
  onLeave: () => void;
}

/** Seal and weight, then every piece by scan; what is not there and what is too much, until all is accounted for. */
export function ReceiveTable({ receipt, tracking, stage, onLeave }: ReceiveTableProps) {
  const { t } = useTranslation(['repair', 'receiving']);
  const { query, lines, merge, shipment } = useScanItems(stage, tracking);
  const sound = useSound();
  const again = useCallback(() => void query.refetch(), [query]);
  const saving = useSave(again);
  const clearing = useClear(again);
  const findings = useFindings(stage.target, lines);
  const receiving = useReceiving(tracking);
  const [camera, setCamera] = useState<OpenCamera>(null);
  const [chosenId, setChosenId] = useState<number | null>(null);
  const validates = useValidatesOnScan(stage.target);
  const onAccepted = (item: ItemView) => {
    if (validates) void saveLines([toScanLine(item, stage.target)]);
  };
  const session = useScanSession({ stage, tracking, lines, merge, isSilent: sound.isSilent, onAccepted });
  const isMissing = (line: (typeof lines)[number]) => line.item.holds.includes('missing');
  const unsaved = lines.filter((line) => line.isScanned && !line.isSaved && !isMissing(line));
  const left = lines.filter((line) => !line.isScanned && !isMissing(line));
  // What is flagged missing is accounted for: it is no longer left to scan.
  const counts = { ...countsOf(lines), left: left.length, unsaved: unsaved.length };
  const selectedId = chosenId ?? session.verdict?.item?.id ?? null;
  const selected = lines.find((line) => line.item.id === selectedId) ?? null;
  const save = () => saveLines(unsaved);
  async function saveLines(toSave: readonly ScanLine[]): Promise<boolean> {
    if (toSave.length === 0) return true;
    // What was chosen before a reload is still being read: nothing is saved over it.
    if (stage.isInvestigated && !findings.isReady) return false;
    const input = {
      items: toSave.map((line) => line.item),
      target: stage.target,
      measurements: {},
      findings: stage.isInvestigated ? findings.bodiesOf(toSave) : {},
    };
    return saving.save.mutateAsync(input).then(
      ({ data }) => data.every((row) => row.success),
      () => false,
    );
  }
  const complete = useComplete({ receipt, left, missing: lines.filter(isMissing).length, save, receiving });
  const clear = async (ids: readonly number[]): Promise<void> => {
    await clearing.mutateAsync({ ids, target: stage.target });
    findings.drop(ids);
    session.forget();
  };
  const clearAll = (): Promise<boolean> =>
    clear(unsaved.map((line) => line.item.id)).then(
      () => true,
      () => true,
    );
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
  const onCode = (code: string) => {
    setChosenId(null);
    undo.noteScan();
    session.scan(code);
  };
  useWedge({ onScan: onCode, onKey: (key) => key.toLowerCase() === 'u' && undo.byKey() });

  return (
    <div className="scan-screen" data-density="factory" data-testid="scan-screen" data-target={stage.target}>
      <ReviewTray conflicts={session.conflicts} onSeen={session.seen} />
      <ScanMeter
        counts={counts}
        queued={session.waiting.length}
        target={stage.target}
        isInvestigated={stage.isInvestigated}
        isStrict={false}
        completing={{
          title: t('receiving:complete.title', { tracking: receipt.shipment.tracking_no }),
          body: <Leftover left={left} saved={unsaved.length} closes={complete.closes} stage={stage.target} />,
        }}
        pieces={<PiecesToSave lines={unsaved} findings={stage.isInvestigated ? findings : null} />}
        isBusy={saving.save.isPending || clearing.isPending || complete.isBusy}
        onSend={session.sendNow}
        onValidate={() => save().then(() => true)}
        onComplete={complete.run}
        onClearAll={clearAll}
      />
      {/* Asked first, before the package is opened; once it is noted, out of the way. */}
      {receipt.arrival === null && <ArrivalPanel receipt={receipt} receiving={receiving} />}
      <NoticeBand receipt={receipt} />
      <RowProblems problems={saving.problems} failure={saving.failure} onClose={saving.clearProblems} />
      <SavedStrip undo={undo.ofSave} isBusy={saving.undo.isPending} />
      <div className="scan-cols">
        <div className="stack">
          {camera !== null && <CameraPanel memory={camera} onCode={onCode} onClose={() => setCamera(null)} />}
          <VerdictPanel
            verdict={session.verdict}
            isWaiting={false}
            undo={undo.ofScan}
            isUndoing={clearing.isPending}
          />
          <NotListed
            verdict={session.verdict}
            receipt={receipt}
            receiving={receiving}
            onDone={session.forget}
            onScan={session.scan}
          />
          <div className="row wrap">
            <ManualEntry label={t('repair:scan.manual')} onCode={onCode} sound={sound}>
              <CameraButton camera={camera} onCamera={setCamera} />
            </ManualEntry>
            <LazyPrint subject={{ kind: 'package', tracking }} />
            <Button onClick={onLeave} testId="other-package">
              {t('repair:scan.otherPackage')}
            </Button>
          </div>
          {stage.isInvestigated && (
            <Suspense fallback={null}>
              <QualityPanel
                item={selected?.item ?? null}
                draft={selected === null ? null : findings.draftFor(selected)}
                isSaved={selected?.isSaved ?? false}
                isKept={selected !== null && findings.isKept(selected)}
                onChange={(draft) => selected !== null && findings.set(selected.item.id, draft)}
              />
            </Suspense>
          )}
          {receipt.arrival !== null && <ArrivalPanel receipt={receipt} receiving={receiving} />}
          <ExtrasPanel receipt={receipt} receiving={receiving} />
        </div>
        <div className="stack">
          <PiecesPanel
            shipment={shipment}
            lines={lines}
            target={stage.target}
            waiting={new Set(session.waiting.map((scan) => scan.code))}
            selectedId={selected?.item.id ?? null}
            onSelect={(line) => setChosenId(line.item.id)}
            isPending={query.isPending}
            isFetching={query.isFetching}
            error={query.error}
            onRetry={again}
          />
          <PieceActions
            item={selected?.item ?? null}
            isSaved={selected?.isSaved ?? false}
            receiving={receiving}
            isHere
          />
          <Suspense fallback={null}>
            <LogPanel log={receipt.log} />
          </Suspense>
        </div>
      </div>
    </div>
  );
}
