import { CameraOff, Flashlight, FlashlightOff, RotateCw, X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from '@atelier/ui/controls/button.tsx';
import type { CameraPanelProps } from './camera-panel-props.ts';
import { useCamera } from './use-camera.ts';
import './camera.css';

const FELT_MS = 60;

/** The camera's picture with a frame to hold a code in; what is read goes the way of every scan. */
export function CameraPanelBody(props: CameraPanelProps) {
  const [attempt, setAttempt] = useState(0);
  return <Viewer key={attempt} {...props} onRetry={() => setAttempt(attempt + 1)} />;
}

function Viewer({ memory, onCode, onClose, onRetry }: CameraPanelProps & { onRetry: () => void }) {
  const { t } = useTranslation('image');
  const [last, setLast] = useState('');
  const { video, state, torch } = useCamera(memory, (code) => {
    setLast(code);
    navigator.vibrate?.(FELT_MS);
    onCode(code);
  });
  const isLive = state === 'starting' || state === 'running';
  return (
    <section className="camera" aria-label={t('scan.title')} data-testid="camera-panel" data-state={state}>
      <video ref={video} muted playsInline hidden={!isLive} aria-label={t('scan.view')} />
      {isLive ? (
        <>
          <span className="camera-frame" aria-hidden />
          <p className="camera-note flex wrap size-s" role="status">
            {state === 'starting' ? t('scan.starting') : t('scan.aim')}
            {last !== '' && (
              <bdi className="bold push" data-testid="camera-read">
                {t('scan.read', { code: last })}
              </bdi>
            )}
          </p>
        </>
      ) : (
        <div className="camera-error grid gap-12 text-center" role="alert" data-testid="camera-error">
          <CameraOff size={32} aria-hidden />
          <p>{t(`scan.error.${state}`)}</p>
          <Button icon={<RotateCw size={16} aria-hidden />} onClick={onRetry} testId="camera-retry">
            {t('scan.again')}
          </Button>
        </div>
      )}
      <span className="camera-tools flex gap-6">
        {torch !== undefined && isLive && (
          <IconButton
            icon={torch.isOn ? <FlashlightOff size={18} aria-hidden /> : <Flashlight size={18} aria-hidden />}
            label={t('scan.torch')}
            aria-pressed={torch.isOn}
            onClick={torch.toggle}
          />
        )}
        <IconButton
          icon={<X size={18} aria-hidden />}
          label={t('scan.close')}
          onClick={onClose}
          testId="camera-close"
        />
      </span>
    </section>
  );
}
