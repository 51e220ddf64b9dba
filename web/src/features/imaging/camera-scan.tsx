import { Camera } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../components/ui/button.tsx';
import { Skeleton } from '../../components/ui/states.tsx';
import { loadChunk } from '../../lib/chunks/lazy-chunk.ts';

export interface CameraPanelProps {
  onCode: (code: string) => void;
  onClose: () => void;
}

const Body = lazy(async () => ({
  default: (await loadChunk(() => import('./camera-panel.tsx'))).CameraPanelBody,
}));

/** The camera as a scanner. What it needs, the reader of codes above all, is loaded when it is first opened. */
export const CameraPanel = (props: CameraPanelProps) => (
  <Suspense fallback={<Skeleton height={220} />}>
    <Body {...props} />
  </Suspense>
);

/** Opens and closes the camera. */
export function CameraButton({ isOpen, onToggle }: { isOpen: boolean; onToggle: () => void }) {
  const { t } = useTranslation('image');
  return (
    <IconButton
      icon={<Camera aria-hidden />}
      label={t(isOpen ? 'scan.close' : 'scan.open')}
      aria-pressed={isOpen}
      onClick={onToggle}
      testId="camera-toggle"
    />
  );
}
