import { classNames } from '@atelier/ui/class-names.ts';
import { lazyPart } from '@atelier/ui/chunks/lazy-part.ts';
import { Skeleton } from '@atelier/ui/feedback/states.tsx';
import { type ReactNode, Suspense } from 'react';
import { type CameraButtonProps, CameraButton, CameraPanel } from '../camera/camera-scan.tsx';
import { ManualEntry } from './manual-entry.tsx';
import { ReviewTray, UnsavedNotice } from './review-tray.tsx';
import { RowProblems } from './row-problems.tsx';
import { SavedStrip } from './saved-strip.tsx';
import { ScanMeter, type ScanMeterProps } from './scan-meter.tsx';
import type { ScanLine } from './scan-lines.ts';
import type { SessionLists } from './session-lists.ts';
import type { Bench } from './use-bench.ts';
import { CutNotice } from './cut-notice.tsx';
import { useCutSince } from '../../live/use-cut.ts';
import { useIsTablet } from './use-is-tablet.ts';
import { VerdictPanel } from './verdict-panel.tsx';
import './scan.css';

/** What is found is asked at two arrivals; the other tables do not load it. */
const QualityPanel = lazyPart(() => import('./quality-panel.tsx'), 'QualityPanel');

/** The lists come after the box that takes a scan: nothing is scanned from them. */
const SessionPanel = lazyPart(() => import('./session-panel.tsx'), 'SessionPanel');
const PiecesPanel = lazyPart(() => import('./pieces-panel.tsx'), 'PiecesPanel');

/** Named in a question alone. */
const PiecesToSave = lazyPart(() => import('./pieces-to-save.tsx'), 'PiecesToSave');

export interface ScanFrameProps extends CameraButtonProps {
  bench: Bench;
  meter: ReactNode;
  /** What can be done about the verdict. */
  offer?: ReactNode;
  notices?: ReactNode;
  onCode: (code: string) => void;
  /** Below the verdict, and below the pieces. */
  children: ReactNode;
  aside: ReactNode;
  /** The list stands under the verdict, and the piece that was scanned takes the other half. */
  isHalved?: boolean;
}

/** A scanning screen: its counts, what needs attention, the verdict with the ways to enter a code, and the pieces. */
export function ScanFrame(props: ScanFrameProps) {
  const { bench, camera, onCamera, onCode } = props;
  const { stage, session, saving, undo, list, clearing } = bench;
  const cut = useCutSince();
  const isTablet = useIsTablet() && props.isHalved === true;
  return (
    <div
      className={classNames('grid gap-18 packed', props.isHalved && 'bench-halves')}
      data-density="factory"
      data-testid="scan-screen"
      data-target={stage.target}
    >
      {session.isDiskFailing && <UnsavedNotice />}
      <ReviewTray conflicts={session.conflicts} onSeen={session.seen} />
      {!isTablet && props.meter}
      {props.isHalved === true && <CutNotice since={cut} />}
      {props.notices}
      <RowProblems problems={saving.problems} failure={saving.failure} onClose={saving.clearProblems} />
      <SavedStrip
        undo={undo.ofSave}
        isBusy={saving.undo.isPending}
        isBroughtBack={saving.last?.isBroughtBack === true}
      />
      <div className="scan-cols split">
        <div className="stack">
          {camera !== null && <CameraPanel memory={camera} onCode={onCode} onClose={() => onCamera(null)} />}
          <VerdictPanel
            verdict={session.verdict}
            isWaiting={!list.isOpen}
            undo={undo.ofScan}
            isUndoing={clearing.isPending}
            offer={props.offer}
            kept={bench.unsaved.length}
          />
          {isTablet && props.meter}
          {props.children}
        </div>
        <div className="stack">{props.aside}</div>
      </div>
    </div>
  );
}

interface BenchEntryProps extends CameraButtonProps {
  bench: Bench;
  label: string;
  onCode: (code: string) => void;
  /** What else can be done with the package on the bench. */
  children?: ReactNode;
}

/** The number by hand, the camera, and what belongs beside them. */
export function BenchEntry({ bench, label, onCode, camera, onCamera, children }: BenchEntryProps) {
  return (
    <div className="row wrap">
      <ManualEntry label={label} onCode={onCode} sound={bench.sound}>
        <CameraButton camera={camera} onCamera={onCamera} />
      </ManualEntry>
      {children}
    </div>
  );
}

interface BenchMeterProps extends Pick<ScanMeterProps, 'completing' | 'isStrict' | 'whose'> {
  bench: Bench;
  /** Without it, completing saves what was scanned. */
  complete?: { run: () => Promise<boolean>; isBusy: boolean };
}

export function BenchMeter({ bench, complete, ...rest }: BenchMeterProps) {
  const { stage, list, counts, session, saving, clearing, findings, unsaved } = bench;
  const save = (lines: readonly ScanLine[]) => bench.save(lines).then((outcome) => outcome !== 'waiting');
  const namePieces = (lines: readonly ScanLine[]) => (
    <Suspense fallback={null}>
      <PiecesToSave lines={lines} findings={stage.isInvestigated ? findings : null} />
    </Suspense>
  );
  return (
    <ScanMeter
      {...rest}
      asked={bench.asked}
      onAsk={bench.ask}
      onScan={bench.scan}
      counts={counts}
      queued={session.waiting.length}
      target={stage.target}
      isInvestigated={stage.isInvestigated}
      unsaved={unsaved}
      namePieces={namePieces}
      isBusy={saving.save.isPending || clearing.isPending || complete?.isBusy === true}
      isReading={list.query.isPending}
      onSend={session.sendNow}
      onValidate={save}
      onComplete={complete?.run ?? save}
      onClearAll={bench.clearAll}
    />
  );
}

/** What was found of the piece that was scanned or chosen last, where it is asked. */
export function BenchFindings({ bench: { stage, selected, findings } }: { bench: Bench }) {
  if (!stage.isInvestigated) return null;
  return (
    <Suspense fallback={null}>
      <QualityPanel
        item={selected?.item ?? null}
        draft={selected === null ? null : findings.draftFor(selected)}
        isSaved={selected?.isSaved ?? false}
        isKept={selected !== null && findings.isKept(selected)}
        onChange={(draft) => selected !== null && findings.set(selected.item.id, draft)}
      />
    </Suspense>
  );
}

/** The bench's list by whose scans they are. */
export function BenchSession({ bench, lists }: { bench: Bench; lists: SessionLists }) {
  const { stage, list, session, selected, choose } = bench;
  return (
    <Suspense fallback={<Skeleton rows={8} height={44} />}>
      <SessionPanel
        lists={lists}
        shipment={list.shipment}
        lines={list.lines}
        target={stage.target}
        waiting={session.waitingCodes}
        selectedId={selected?.item.id ?? null}
        onSelect={choose}
        query={list.query}
      />
    </Suspense>
  );
}

export function BenchPieces({ bench: { stage, list, session, selected, choose } }: { bench: Bench }) {
  return (
    <Suspense fallback={<Skeleton rows={8} height={44} />}>
      <PiecesPanel
        shipment={list.shipment}
        lines={list.lines}
        target={stage.target}
        waiting={session.waitingCodes}
        selectedId={selected?.item.id ?? null}
        onSelect={choose}
        query={list.query}
      />
    </Suspense>
  );
}
