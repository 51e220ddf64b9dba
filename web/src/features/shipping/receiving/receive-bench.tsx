import { lazyPart } from '@atelier/ui/chunks/lazy-part.ts';
import type { ReceiptView } from '@atelier/contracts/shipping/receiving-schema.ts';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@atelier/ui/controls/button.tsx';
import { useWedge } from '@atelier/browser-sync/wedge/use-wedge.ts';
import type { OpenCamera } from '../../../shared/camera/camera-scan.tsx';
import { LazyPrint } from '../../../shared/documents/lazy-print.tsx';
import {
  ScanFrame,
  BenchEntry,
  BenchFindings,
  BenchMeter,
  BenchPieces,
} from '../../../shared/scan/scan-frame.tsx';
import type { ScanLine } from '../../../shared/scan/scan-lines.ts';
import type { Stage } from '../../../shared/scan/stage-of.ts';
import { useScanItems } from '../../../shared/scan/use-scan-items.ts';
import { useBench } from '../../../shared/scan/use-bench.ts';
import { ArrivalPanel } from './arrival-panel.tsx';
import { ExtrasPanel } from './extras-panel.tsx';
import { Leftover } from './leftover.tsx';
import { NoticeBand } from './notice-band.tsx';
import { NotListed } from './not-listed.tsx';
import { PieceActions } from './piece-actions.tsx';
import { StorePieces } from './store-pieces.tsx';
import { useComplete } from './use-complete.ts';
import { useReceiving } from './use-receiving.ts';

const LogPanel = lazyPart(() => import('./log-panel.tsx'), 'LogPanel');

export interface ReceiveBenchProps {
  receipt: ReceiptView;
  tracking: string;
  stage: Stage;
  onLeave: () => void;
}

const isMissing = ({ item }: ScanLine): boolean => item.holds.includes('missing');

/** Seal and weight, then every piece by scan; what is not there and what is too much, until all is accounted for. */
export function ReceiveBench({ receipt, tracking, stage, onLeave }: ReceiveBenchProps) {
  const { t } = useTranslation(['repair', 'receiving']);
  const list = useScanItems(stage, tracking);
  const bench = useBench({ stage, tracking, list, isSetAside: isMissing });
  const receiving = useReceiving(tracking);
  const [camera, onCamera] = useState<OpenCamera>(null);
  const { session, selected, left, unsaved } = bench;
  const complete = useComplete({
    receipt,
    left,
    missing: list.lines.filter(isMissing).length,
    save: bench.save,
    receiving,
  });
  useWedge({ onScan: bench.scan, onKey: bench.onKey });
  const entry = { bench, camera, onCamera, onCode: bench.scan };
  const completing = {
    title: t('receiving:complete.title', { tracking: receipt.shipment.tracking_no }),
    body: <Leftover left={left} saved={unsaved.length} closes={complete.closes} stage={stage.target} />,
  };
  return (
    <ScanFrame
      {...entry}
      meter={<BenchMeter bench={bench} isStrict={false} completing={completing} complete={complete} />}
      notices={
        <>
          {/* Asked first, before the package is opened; once it is noted, out of the way. */}
          {receipt.arrival === null && <ArrivalPanel receipt={receipt} receiving={receiving} />}
          <NoticeBand receipt={receipt} />
        </>
      }
      aside={
        <>
          <StorePieces receipt={receipt} tracking={tracking} />
          <BenchPieces bench={bench} />
          <PieceActions
            item={selected?.item ?? null}
            isSaved={selected?.isSaved ?? false}
            receiving={receiving}
            isHere
          />
          <Suspense fallback={null}>
            <LogPanel log={receipt.log} />
          </Suspense>
        </>
      }
    >
      <NotListed
        verdict={session.verdict}
        receipt={receipt}
        receiving={receiving}
        onDone={session.forget}
        onScan={session.scan}
      />
      <BenchEntry {...entry} label={t('repair:scan.manual')}>
        <LazyPrint subject={{ kind: 'package', tracking }} />
        <Button onClick={onLeave} testId="other-package">
          {t('repair:scan.otherPackage')}
        </Button>
      </BenchEntry>
      <BenchFindings bench={bench} />
      {receipt.arrival !== null && <ArrivalPanel receipt={receipt} receiving={receiving} />}
      <ExtrasPanel receipt={receipt} receiving={receiving} />
    </ScanFrame>
  );
}
