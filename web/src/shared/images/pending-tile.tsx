import { RotateCw, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '@atelier/ui/controls/button.tsx';
import type { PendingPicture } from './use-pictures.ts';

/** The failures that the reader sees by name; anything else is "could not be sent". */
const KNOWN = new Set([
  'image_unreadable',
  'image_too_large',
  'image_too_many_pixels',
  'network',
  'timeout',
  'forbidden',
  'too_many_requests',
]);

export interface PendingTileProps {
  picture: PendingPicture;
  onRetry: () => void;
  onDrop: () => void;
}

/** A picture on its way: its preview, how far it is, and what can be done when it failed. */
export function PendingTile({ picture, onRetry, onDrop }: PendingTileProps) {
  const { t } = useTranslation('image');
  const { name } = picture.file;
  const isFailed = picture.phase === 'failed';
  const code = picture.code ?? '';
  return (
    <li
      className="img-tile shrinks grid gap-4 packed pending"
      data-phase={picture.phase}
      data-testid="image-pending"
    >
      <Preview file={picture.file} />
      {isFailed ? (
        <span className="img-failed" role="alert">
          {t(`failed.${KNOWN.has(code) ? code : 'unexpected'}`)}
        </span>
      ) : (
        <span
          className="img-progress"
          role="progressbar"
          aria-label={t(`phase.${picture.phase}`, { name })}
          aria-valuemin={0}
          aria-valuemax={100}
          {...(picture.phase === 'sending' && { 'aria-valuenow': Math.round(picture.progress * 100) })}
          style={{ '--part': `${picture.progress * 100}%` } as Record<string, string>}
        >
          <i />
        </span>
      )}
      <span className="img-tools flex gap-4">
        {isFailed && picture.canRetry && (
          <IconButton
            icon={<RotateCw size={16} aria-hidden />}
            label={t('field.retry', { name })}
            onClick={onRetry}
            testId="image-retry"
          />
        )}
        <IconButton
          icon={<X size={16} aria-hidden />}
          label={t(isFailed ? 'field.discard' : 'field.stop', { name })}
          onClick={onDrop}
          testId="image-drop"
        />
      </span>
    </li>
  );
}

/** The file itself while it is not yet on the server; nothing where the browser cannot draw it. */
function Preview({ file }: { file: File }) {
  const image = useRef<HTMLImageElement>(null);
  const [isBroken, setBroken] = useState(false);
  useEffect(() => {
    const url = URL.createObjectURL(file);
    if (image.current) image.current.src = url;
    return () => URL.revokeObjectURL(url);
  }, [file]);
  if (isBroken) return <span className="img-name small muted clip">{file.name}</span>;
  return <img ref={image} alt={file.name} onError={() => setBroken(true)} />;
}
