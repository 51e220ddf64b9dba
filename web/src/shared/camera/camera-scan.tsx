import { lazyPart } from '@atelier/ui/chunks/lazy-part.ts';
import { Camera } from 'lucide-react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '@atelier/ui/controls/button.tsx';
import { Skeleton } from '@atelier/ui/feedback/states.tsx';
import { type CodeMemory, openMemory } from './repeat-gate.ts';
import type { CameraPanelProps } from './camera-panel-props.ts';

const Body = lazyPart(() => import('./camera-panel.tsx'), 'CameraPanelBody');

/** The camera as a scanner. What it needs, the reader of codes above all, is loaded when it is first opened. */
export const CameraPanel = (props: CameraPanelProps) => (
  <Suspense fallback={<Skeleton height={220} />}>
    <Body {...props} />
  </Suspense>
);

/** What the camera has seen while it is open; null while it is closed. */
export type OpenCamera = CodeMemory | null;

export interface CameraButtonProps {
  camera: OpenCamera;
  onCamera: (camera: OpenCamera) => void;
}

/** Opens and closes the camera. */
export function CameraButton({ camera, onCamera }: CameraButtonProps) {
  const { t } = useTranslation('image');
  const isOpen = camera !== null;
  return (
    <IconButton
      icon={<Camera aria-hidden />}
      label={t(isOpen ? 'scan.close' : 'scan.open')}
      aria-pressed={isOpen}
      onClick={() => onCamera(isOpen ? null : openMemory())}
      testId="camera-toggle"
    />
  );
}
