import { useSearchParams } from 'react-router-dom';
import { ReceivePage } from './receive-page.tsx';
import { codeText, isSameCode } from '@atelier/domain/contract/codes.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useInbound } from '../../../shared/queries/packages.ts';
import { useDiscrepancies } from '../../../shared/queries/discrepancies.ts';
import { useWedge } from '@atelier/browser-sync/wedge/use-wedge.ts';
import { type OpenCamera, CameraButton, CameraPanel } from '../../../shared/camera/camera-scan.tsx';
import { ManualEntry, useSound } from '../../../shared/scan/manual-entry.tsx';
import { VerdictPanel } from '../../../shared/scan/verdict-panel.tsx';
import { PackagesPanel } from './packages-panel.tsx';

import '../../../shared/scan/scan.css';
import './receiving.css';

/**
 * `/receivedpackage` for shops, `/operation/packages` for the warehouse and the factories: which package lies on the
 * table, then everything in it (product/shipping.md §6). Its number stands in the address.
 */
export function Screen() {
  const [params, setParams] = useSearchParams();
  const tracking = params.get('tracking');
  const pick = (chosen: string | null) =>
    setParams((before) => {
      const after = new URLSearchParams(before);
      if (chosen === null) after.delete('tracking');
      else after.set('tracking', chosen);
      return after;
    });
  if (tracking === null) return <StartPage onPick={pick} />;
  // Another package starts with an empty bench.
  return <ReceivePage key={tracking} tracking={tracking} onLeave={() => pick(null)} />;
}

/** No package on the table yet: scan its number, or choose it; what does not agree anywhere stands beside it. */
function StartPage({ onPick }: { onPick: (tracking: string) => void }) {
  const { t } = useTranslation('repair');
  const inbound = useInbound();
  const discrepancies = useDiscrepancies();
  const sound = useSound();
  const [camera, setCamera] = useState<OpenCamera>(null);
  const onCode = (code: string) => {
    const all = [...inbound.rows, ...discrepancies.rows];
    const found = all.find((one) => isSameCode(one.tracking_no, code));
    if (codeText(code) !== '') onPick(found?.tracking_no ?? codeText(code));
  };
  useWedge({ onScan: onCode });
  return (
    <div className="grid gap-18 packed" data-density="factory" data-testid="receiving-start">
      <div className="scan-cols split">
        <div className="stack">
          {camera !== null && <CameraPanel memory={camera} onCode={onCode} onClose={() => setCamera(null)} />}
          <VerdictPanel verdict={null} isWaiting undo={null} isUndoing={false} />
          <ManualEntry label={t('terms:field.tracking')} onCode={onCode} sound={sound}>
            <CameraButton camera={camera} onCamera={setCamera} />
          </ManualEntry>
        </div>
        <PackagesPanel inbound={inbound} discrepancies={discrepancies} onPick={onPick} />
      </div>
    </div>
  );
}
