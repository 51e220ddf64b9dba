import type { ItemView } from '@atelier/domain/rma/schema.ts';
import { Suspense, lazy, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { Button } from '../../../ui/button.tsx';
import { loadChunk } from '../../../lib/chunks/lazy-chunk.ts';
import { notify } from '../../../lib/notices/notify.ts';
import { usePageHeader } from '../../../lib/page/page-header.ts';
import { useWedge } from '../../../lib/wedge/use-wedge.ts';
import type { CameraButtonProps } from '../../../shared/camera/camera-scan.tsx';
import { CameraButton, CameraPanel } from '../../../shared/camera/camera-scan.tsx';
import { ManualEntry, useSound } from '../../../shared/scan/manual-entry.tsx';
import { PackagePicker, arrivingOf, packageOfLabel, useInboundPackages } from './package-picker.tsx';
import { OverrideOffer } from './override-offer.tsx';
import { PiecesPanel } from '../../../shared/scan/pieces-panel.tsx';
import { PiecesToSave } from '../../../shared/scan/pieces-to-save.tsx';
import { ReviewTray, UnsavedNotice } from '../../../shared/scan/review-tray.tsx';
import { RowProblems } from '../../../shared/scan/row-problems.tsx';
import { SavedStrip } from '../../../shared/scan/saved-strip.tsx';
import { countsOf, toScanLine } from '../../../shared/scan/scan-lines.ts';
import type { ScanLine } from '../../../shared/scan/scan-lines.ts';
import { ScanMeter } from '../../../shared/scan/scan-meter.tsx';
import type { Stage } from '../../../shared/scan/stage-of.ts';
import { useClear } from '../../../shared/scan/use-clear.ts';
import { useFindings } from '../../../shared/scan/use-findings.ts';
import { useMeasures } from './use-measures.ts';
import { useSave } from '../../../shared/scan/use-save.ts';
import { useScanItems } from '../../../shared/scan/use-scan-items.ts';
import { useScanSession } from '../../../shared/scan/use-scan-session.ts';
import { useUndo } from '../../../shared/scan/use-undo.ts';
import { useValidatesOnScan } from '../../../shared/scan/use-validates-on-scan.ts';
import { VerdictPanel } from '../../../shared/scan/verdict-panel.tsx';
import '../../../shared/scan/scan.css';

/** What is found is asked at two arrivals, and two benches measure; the others load neither. */
const QualityPanel = lazy(async () => ({
  default: (await loadChunk(() => import('../../../shared/scan/quality-panel.tsx'))).QualityPanel,
}));
const MeasurementsPanel = lazy(async () => ({
  default: (await loadChunk(() => import('./measurements-panel.tsx'))).MeasurementsPanel,
}));

interface ScanScreenProps {
  stage: Stage;
  title?: string | undefined;
}

/** One screen for every stage: the target comes in, the domain says from where pieces come and what is asked of them. */
export function ScanScreen({ stage, title }: ScanScreenProps) {
  const [params, setParams] = useSearchParams();
  const tracking = stage.arriving.length > 0 ? params.get('tracking') : null;
  const pick = (tracked: string | null) => setParams((before) => withTracking(before, tracked));
  const [camera, onCamera] = useState<CameraButtonProps['camera']>(null);
  const shared = { stage, title, tracking, onPick: pick, camera, onCamera };
  // Another package is another table: nothing of the one before may linger on it, but the camera stays open.
  return <ScanTable key={tracking ?? ''} {...shared} />;
}

interface ScanTableProps extends ScanScreenProps, CameraButtonProps {
  tracking: string | null;
  onPick: (tracking: string | null) => void;
}

function ScanTable({ stage, title, tracking, onPick, camera, onCamera }: ScanTableProps) {
  const { t } = useTranslation(['repair', 'measure']);
  const { query, lines, merge, shipment, isOpen } = useScanItems(stage, tracking);
  const packages = useInboundPackages(stage.arriving.length > 0);
  // Where packages are one of two ways in, their list stands there only when one is coming.
  const hasArriving = arrivingOf(packages.data?.data, stage.arriving).length > 0;
  const sound = useSound();
  const again = useCallback(() => void query.refetch(), [query]);
  const saving = useSave(again);
  const clearing = useClear(again);
  const findings = useFindings(stage.target, lines);
  const measures = useMeasures(stage.target, lines);
  const [chosenId, setChosenId] = useState<number | null>(null);
  const validates = useValidatesOnScan(stage.target);
  const onAccepted = (item: ItemView) => {
    if (validates) void saveLines([toScanLine(item, stage.target)]);
  };
  const session = useScanSession({ stage, tracking, lines, merge, isSilent: sound.isSilent, onAccepted });

  const onCode = (code: string) => {
    const label = packageOfLabel(code, packages.data?.data, stage.arriving);
    if (!isOpen) return onPick(label ?? code.trim());
    // At a stage with both ways in, the label of a box that is coming opens the box. Inside one, every scan is a piece.
    if (label !== null && tracking === null) return onPick(label);
    undo.noteScan();
    return session.scan(code);
  };

  const counts = countsOf(lines);
  const unsaved = lines.filter((line) => line.isScanned && !line.isSaved);
  const selected = lineOf(lines, chosenId ?? session.verdict?.item?.id ?? null);
  const save = () => saveLines(unsaved);
  async function saveLines(toSave: readonly ScanLine[]): Promise<boolean> {
    if (toSave.length === 0) return true;
    // What was chosen before a reload is still being read: nothing is saved over it.
    if (stage.isInvestigated && !findings.isReady) return false;
    const items = toSave.map((line) => line.item);
    const ids = items.map((item) => item.id);
    const flawed = measures.flawedOf(ids);
    if (flawed !== undefined) {
      setChosenId(flawed);
      notify({ tone: 'error', title: t('measure:flawed') });
      return true;
    }
    const input = {
      items,
      target: stage.target,
      measurements: measures.bodiesOf(ids),
      findings: stage.isInvestigated ? findings.bodiesOf(toSave) : {},
    };
    return saving.save.mutateAsync(input).then(
      () => true,
      () => true,
    );
  }
  const clear = async (ids: readonly number[]): Promise<void> => {
    await clearing.mutateAsync({ ids, target: stage.target });
    findings.drop(ids);
    measures.drop(ids);
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
  useWedge({ onScan: onCode, onKey: (key) => key.toLowerCase() === 'u' && undo.byKey() });
  usePageHeader({ title });

  return (
    <div className="scan-screen" data-density="factory" data-testid="scan-screen" data-target={stage.target}>
      {session.isDiskFailing && <UnsavedNotice />}
      <ReviewTray conflicts={session.conflicts} onSeen={session.seen} />
      {isOpen && (
        <ScanMeter
          counts={counts}
          queued={session.waiting.length}
          target={stage.target}
          isInvestigated={stage.isInvestigated}
          isStrict={tracking !== null}
          pieces={<PiecesToSave lines={unsaved} findings={stage.isInvestigated ? findings : null} />}
          isBusy={saving.save.isPending || clearing.isPending}
          onSend={session.sendNow}
          onValidate={save}
          onComplete={save}
          onClearAll={clearAll}
        />
      )}
      <RowProblems problems={saving.problems} failure={saving.failure} onClose={saving.clearProblems} />
      <SavedStrip undo={undo.ofSave} isBusy={saving.undo.isPending} />
      <div className="scan-cols">
        <div className="stack">
          {camera !== null && <CameraPanel memory={camera} onCode={onCode} onClose={() => onCamera(null)} />}
          <VerdictPanel
            verdict={session.verdict}
            isWaiting={!isOpen}
            undo={undo.ofScan}
            isUndoing={clearing.isPending}
          />
          <OverrideOffer
            key={session.verdict?.key}
            verdict={session.verdict}
            target={stage.target}
            onDone={() => {
              session.forget();
              again();
            }}
          />
          {validates && isOpen && (
            <p className="small muted" data-testid="validates-on-scan">
              {t('scan.validatesHere')}
            </p>
          )}
          <div className="row wrap">
            <ManualEntry
              label={t(isOpen ? 'scan.manual' : 'terms:field.tracking')}
              onCode={onCode}
              sound={sound}
            >
              <CameraButton camera={camera} onCamera={onCamera} />
            </ManualEntry>
            {tracking !== null && (
              <Button onClick={() => onPick(null)} testId="other-package">
                {t('scan.otherPackage')}
              </Button>
            )}
          </div>
          {measures.fields.length > 0 && isOpen && (
            <Suspense fallback={null}>
              <MeasurementsPanel
                item={selected === null || selected.isSaved ? null : selected.item}
                fields={measures.fields}
                draft={measures.draftFor(selected?.item.id ?? 0)}
                onChange={(draft) => selected !== null && measures.set(selected.item.id, draft)}
              />
            </Suspense>
          )}
          {stage.isInvestigated && isOpen && (
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
        </div>
        <div className="stack">
          {isOpen && (
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
          )}
          {stage.arriving.length > 0 && tracking === null && (stage.isByPackage || hasArriving) && (
            <PackagePicker arriving={stage.arriving} packages={packages} onPick={onPick} />
          )}
        </div>
      </div>
    </div>
  );
}

const lineOf = (lines: readonly ScanLine[], id: number | null): ScanLine | null =>
  lines.find((line) => line.item.id === id) ?? null;

function withTracking(before: URLSearchParams, tracking: string | null): URLSearchParams {
  const after = new URLSearchParams(before);
  if (tracking === null) after.delete('tracking');
  else after.set('tracking', tracking);
  return after;
}
