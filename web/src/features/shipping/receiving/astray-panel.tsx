import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@atelier/ui/controls/button.tsx';
import { Panel } from '@atelier/ui/layout/panel.tsx';
import { useSession } from '../../../lib/session/use-session.ts';
import { useWedge } from '@atelier/browser-sync/wedge/use-wedge.ts';
import { type OpenCamera, CameraButton, CameraPanel } from '../../../shared/camera/camera-scan.tsx';
import { ButtonLink } from '../../../shared/item/button-link.tsx';
import { ManualEntry, useSound } from '../../../shared/scan/manual-entry.tsx';
import { VerdictPanel } from '../../../shared/scan/verdict-panel.tsx';
import { useAstray, type TakenIn } from './use-astray.ts';

export interface AstrayPanelProps {
  tracking: string;
  onLeave: () => void;
}

/**
 * A box that was delivered here and is addressed elsewhere: nothing of it may be shown, so every piece is scanned out of
 * it. What has been taken in stands below, on its way home.
 */
export function AstrayPanel({ tracking, onLeave }: AstrayPanelProps) {
  const { t } = useTranslation(['receiving', 'repair']);
  const { verdict, taken, onCode } = useAstray(tracking);
  const sound = useSound();
  const [camera, setCamera] = useState<OpenCamera>(null);
  useWedge({ onScan: onCode });
  return (
    <div className="grid gap-18 packed" data-density="factory" data-testid="astray">
      <section className="panel package-head flex wrap middle">
        <div>
          <p className="small muted">{t('receiving:astray.title')}</p>
          <h2 className="num">
            <bdi>{tracking}</bdi>
          </h2>
        </div>
        <p className="muted astray-body">{t('receiving:astray.body')}</p>
        <div className="push">
          <Button onClick={onLeave} testId="other-package">
            {t('repair:scan.otherPackage')}
          </Button>
        </div>
      </section>
      <div className="scan-cols split">
        <div className="stack">
          {camera !== null && <CameraPanel memory={camera} onCode={onCode} onClose={() => setCamera(null)} />}
          <VerdictPanel verdict={verdict} isWaiting={false} undo={null} isUndoing={false} />
          <ManualEntry label={t('receiving:astray.scan')} onCode={onCode} sound={sound}>
            <CameraButton camera={camera} onCamera={setCamera} />
          </ManualEntry>
        </div>
        <TakenPanel taken={taken} />
      </div>
    </div>
  );
}

function TakenPanel({ taken }: { taken: readonly TakenIn[] }) {
  const { t } = useTranslation('receiving');
  const { site } = useSession().view;
  const ids = taken.map(({ id }) => id).join(',');
  return (
    <Panel title={t('astray.taken')} aside={taken.length > 0 ? String(taken.length) : undefined}>
      {taken.length === 0 ? (
        <p className="panel-body muted">{t('astray.none')}</p>
      ) : (
        <ul className="astray-taken">
          {taken.map(({ id, number }) => (
            <li key={id} className="pad-12 line-below num" data-testid={`taken-${number}`}>
              <bdi>{number}</bdi>
            </li>
          ))}
        </ul>
      )}
      {taken.length > 0 && site?.kind === 'shop' && (
        <div className="panel-body">
          <ButtonLink isMain to={`/preparePackage?way=shop&item=${ids}`} testId="astray-pack">
            {t('astray.pack')}
          </ButtonLink>
        </div>
      )}
    </Panel>
  );
}
