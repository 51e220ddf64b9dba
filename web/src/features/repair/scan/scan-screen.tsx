import type { ItemView } from '@atelier/contracts/repair-detail/schema.ts';
import { benchCommandOf } from '@atelier/domain/repair/scanning/bench-command.ts';
import { Status } from '@atelier/domain/shared/status.ts';
import { lazyPart } from '@atelier/ui/chunks/lazy-part.ts';
import { usePrefetchQuery } from '@tanstack/react-query';
import { type FunctionComponent, lazy, Suspense, useDeferredValue, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { Button } from '@atelier/ui/controls/button.tsx';
import { EmptyState } from '@atelier/ui/feedback/states.tsx';
import { notify } from '@atelier/ui/feedback/notify.ts';
import { usePageHeader } from '../../../lib/page/page-header.ts';
import { useWedge } from '@atelier/browser-sync/wedge/use-wedge.ts';
import { reasonsQuery } from '../../../shared/item/reasons.ts';
import type { CameraButtonProps } from '../../../shared/camera/camera-scan.tsx';
import {
  ScanFrame,
  BenchEntry,
  BenchFindings,
  BenchMeter,
  BenchSession,
} from '../../../shared/scan/scan-frame.tsx';
import { useSessionLists } from '../../../shared/scan/use-session-lists.ts';
import type { ScanLine } from '../../../shared/scan/scan-lines.ts';
import type { Stage } from '../../../shared/scan/stage-of.ts';
import { useScanItems } from '../../../shared/scan/use-scan-items.ts';
import { useHandler } from '@atelier/ui/hooks/use-handler.ts';
import { type Bench, useBench } from '../../../shared/scan/use-bench.ts';
import { BenchKeys, BenchKeysContext } from './bench-keys.ts';
import { foundElsewhere } from './bring-back.ts';
import { type Packages, useInbound } from '../../../shared/queries/packages.ts';
import { PackagePicker, arrivingOf, packageOfLabel } from './package-picker.tsx';
import type { BenchPieceProps } from './piece/bench-piece.tsx';
import { useMeasures, type Measures } from './use-measures.ts';

/** Two benches measure; the others do not load it. */
const MeasurementsPanel = lazyPart(() => import('./measurements-panel.tsx'), 'MeasurementsPanel');

/** A piece of a later stage lies here. */
const BringBackOffer = lazyPart(() => import('./bring-back-offer.tsx'), 'BringBackOffer');

/** One stage receives pieces without their package. */
const OverrideOffer = lazyPart(() => import('./override-offer.tsx'), 'OverrideOffer');

const loadPiece = () => import('./piece/bench-piece.tsx');
const NoPiece: FunctionComponent<BenchPieceProps> = () => null;

/**
 * What is known of a piece comes after the verdict. Loaded as soon as the bench stands there, for a connection that
 * goes before the first scan; where it cannot be loaded, the bench scans on without it.
 */
const BenchPiece = lazy(async () => ({
  default: await loadPiece().then(
    (part) => part.BenchPiece,
    () => NoPiece,
  ),
}));

const CommandPanel = lazyPart(() => import('./command-sheet.tsx'), 'CommandPanel');

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
  // Another package starts with an empty bench: only the camera stays open.
  return <ScanBench key={tracking ?? ''} {...shared} />;
}

interface ScanBenchProps extends ScanScreenProps, CameraButtonProps {
  tracking: string | null;
  onPick: (tracking: string | null) => void;
}

function ScanBench({ stage, title, tracking, onPick, camera, onCamera }: ScanBenchProps) {
  const { t } = useTranslation('repair');
  // Named in the language of the bench, also for a piece that is first scanned without a connection.
  usePrefetchQuery(reasonsQuery());
  const list = useScanItems(stage, tracking);
  const packages = useInbound(stage.arriving.length > 0);
  const measures = useMeasures(stage.target, list.lines);
  const stops = useMeasureIssues(measures);
  const [keys] = useState(() => new BenchKeys());
  const hold = () => keys.press('h');
  const bench = useBench({ stage, tracking, list, measures: { ...measures, stops }, hold });
  const { session } = bench;
  const onCode = (code: string) => {
    const label = packageOfLabel(code, packages.rows, stage.arriving);
    if (!list.isOpen && benchCommandOf(code) === undefined) return onPick(label ?? code.trim());
    // At a stage with both ways in, the label of a box that is coming opens the box. Inside one, every scan is a piece.
    return label !== null && tracking === null ? onPick(label) : bench.scan(code);
  };
  const lists = useSessionLists(list.lines, stage.target);
  useScreenKeys(keys, bench);
  useWedge({ onScan: onCode, onKey: (key) => void keys.press(key) });
  usePageHeader({ title });
  const entry = { bench, camera, onCamera, onCode };
  const overridden = () => {
    session.forget();
    bench.again();
  };
  const whose = { mine: lists.mine, colleagues: lists.colleagues.length };
  const arriving = tracking === null && <Arriving stage={stage} packages={packages} onPick={onPick} />;
  return (
    <BenchKeysContext value={keys}>
      <ScanFrame
        {...entry}
        isHalved={list.isOpen}
        offer={<FoundElsewhere bench={bench} />}
        meter={list.isOpen && <BenchMeter bench={bench} isStrict={tracking !== null} whose={whose} />}
        aside={
          <>
            {list.isOpen && <BenchFindings bench={bench} />}
            {list.isOpen && <OnTheBench bench={bench} />}
            {list.isOpen && <Measured measures={measures} selected={bench.selected} />}
            {!list.isOpen && arriving}
          </>
        }
      >
        {stage.target === Status.ReceiveFromShop && (
          <Suspense fallback={null}>
            <OverrideOffer
              key={session.verdict?.key}
              verdict={session.verdict}
              target={stage.target}
              onDone={overridden}
            />
          </Suspense>
        )}
        {bench.validates && list.isOpen && (
          <p className="small muted" data-testid="validates-on-scan">
            {t('scan.validatesHere')}
          </p>
        )}
        <BenchEntry {...entry} label={t(list.isOpen ? 'scan.manual' : 'terms:field.tracking')}>
          {tracking !== null && (
            <Button onClick={() => onPick(null)} testId="other-package">
              {t('scan.otherPackage')}
            </Button>
          )}
        </BenchEntry>
        {list.isOpen && <BenchSession bench={bench} lists={lists} />}
        {list.isOpen && arriving}
        {list.isOpen && (
          <Suspense fallback={null}>
            <CommandPanel validates={bench.validates} />
          </Suspense>
        )}
      </ScanFrame>
    </BenchKeysContext>
  );
}

/** U takes back, V validates, F completes; parts of the screen bind their own beside them. */
function useScreenKeys(keys: BenchKeys, bench: Bench): void {
  const take = useHandler((key: string): boolean => {
    if (key === 'u') bench.undo.byKey();
    else if (key === 'v' && bench.list.isOpen) bench.ask('validate');
    else if (key === 'f' && bench.list.isOpen) bench.ask('complete');
    else return false;
    return true;
  });
  useEffect(() => keys.bind(take), [keys, take]);
}

/** A piece of another stage may come back here: then it stands in the list, with its undo above. */
function FoundElsewhere({ bench }: { bench: Bench }) {
  const { stage, session, list, saving } = bench;
  const item = foundElsewhere(session.verdict, stage.target);
  if (item === null) return null;
  const keep = (brought: ItemView) => {
    list.keep(brought.id);
    saving.noteBroughtBack(brought);
    session.forget();
  };
  return (
    <Suspense fallback={null}>
      <BringBackOffer key={session.verdict?.key} item={item} target={stage.target} onDone={keep} />
    </Suspense>
  );
}

/** The piece that was scanned or chosen last. Its details are read once the verdict stands. */
function OnTheBench({ bench }: { bench: Bench }) {
  const { t } = useTranslation('bench');
  const { verdict } = bench.session;
  useEffect(() => void loadPiece().catch(() => undefined), []);
  const shown = bench.selected?.item ?? (verdict?.kind === 'pending' ? null : (verdict?.item ?? null));
  const item = useDeferredValue(shown);
  if (item === null)
    return (
      <section className="panel bench-empty" data-testid="bench-piece-none">
        <EmptyState title={t('piece.noneTitle')}>{t('piece.noneBody')}</EmptyState>
      </section>
    );
  const isElsewhere = foundElsewhere(verdict, bench.stage.target)?.id === item.id;
  return (
    <Suspense fallback={<section className="panel bench-empty" />}>
      <BenchPiece key={item.id} item={item} target={bench.stage.target} isElsewhere={isElsewhere} />
    </Suspense>
  );
}

/** Whether pieces may not be saved as they were measured: the first of them is chosen, and the reason is said. */
function useMeasureIssues(
  measures: Measures,
): (ids: readonly number[], choose: (id: number) => void) => boolean {
  const { t } = useTranslation('measure');
  return (ids, choose) => {
    const invalid = measures.firstWithIssue(ids);
    if (invalid === undefined) return false;
    choose(invalid);
    notify({ tone: 'error', title: t('invalid') });
    return true;
  };
}

function Measured({ measures, selected }: { measures: Measures; selected: ScanLine | null }) {
  if (measures.fields.length === 0) return null;
  return (
    <Suspense fallback={null}>
      <MeasurementsPanel
        item={selected === null || selected.isSaved ? null : selected.item}
        fields={measures.fields}
        draft={measures.draftFor(selected?.item.id ?? 0)}
        onChange={(draft) => selected !== null && measures.set(selected.item.id, draft)}
      />
    </Suspense>
  );
}

/** The packages to open. Where they are one of two ways in, their list stands there only when one is coming. */
function Arriving({ stage, packages, onPick }: Pick<ScanBenchProps, 'stage' | 'onPick'> & ArrivingPackages) {
  const isComing = arrivingOf(packages.rows, stage.arriving).length > 0;
  if (stage.arriving.length === 0 || (!stage.isByPackage && !isComing)) return null;
  return <PackagePicker arriving={stage.arriving} packages={packages} onPick={onPick} />;
}

interface ArrivingPackages {
  packages: Packages;
}

function withTracking(before: URLSearchParams, tracking: string | null): URLSearchParams {
  const after = new URLSearchParams(before);
  if (tracking === null) after.delete('tracking');
  else after.set('tracking', tracking);
  return after;
}
