import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDiscrepancies } from '../../../shared/queries/discrepancies.ts';
import { scopeTopics } from '../../../live/scope-topics.ts';
import { useLiveRefresh } from '../../../live/use-live.ts';
import { useSession } from '../../../lib/session/use-session.ts';
import { useWedge } from '../../../lib/wedge/use-wedge.ts';
import type { OpenCamera } from '../../../shared/camera/camera-scan.tsx';
import { CameraButton, CameraPanel } from '../../../shared/camera/camera-scan.tsx';
import { ManualEntry, useSound } from '../../../shared/scan/manual-entry.tsx';
import { cleanCode } from '../../../shared/scan/clean-code.ts';
import { VerdictPanel } from '../../../shared/scan/verdict-panel.tsx';
import { PackagesPanel } from './packages-panel.tsx';
import { inboundQuery } from '../queries.ts';

/** No package on the table yet: scan its number, or choose it; what does not agree anywhere stands beside it. */
export function StartPage({ onPick }: { onPick: (tracking: string) => void }) {
  const { t } = useTranslation('repair');
  const inbound = useInbound();
  const discrepancies = useDiscrepancies();
  const sound = useSound();
  const [camera, setCamera] = useState<OpenCamera>(null);
  const onCode = (code: string) => {
    const all = [...(inbound.data?.data ?? []), ...discrepancies.rows];
    const found = all.find((one) => cleanCode(one.tracking_no) === cleanCode(code));
    if (code.trim() !== '') onPick(found?.tracking_no ?? code.trim());
  };
  useWedge({ onScan: onCode });
  return (
    <div className="scan-screen" data-density="factory" data-testid="receiving-start">
      <div className="scan-cols">
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

/** The list follows what is sent and received. */
function useInbound() {
  const { site } = useSession().view;
  const query = useQuery(inboundQuery());
  useLiveRefresh(inboundQuery().queryKey, scopeTopics(site));
  return query;
}
