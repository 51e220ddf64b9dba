import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '@atelier/ui/controls/button.tsx';
import { Dialog } from '@atelier/ui/windows/dialog.tsx';
import { AuthImage } from './auth-image.tsx';
import type { GalleryImage } from './gallery-image.ts';

export interface LightboxProps {
  images: readonly GalleryImage[];
  index: number;
  onMove: (index: number) => void;
  onClose: () => void;
}

/** One picture large; arrows go to its neighbours, Escape leaves. */
export function Lightbox({ images, index, onMove, onClose }: LightboxProps) {
  const { t } = useTranslation('image');
  const image = images[index];
  const isSeveral = images.length > 1;
  const go = (step: number) => onMove((index + step + images.length) % images.length);
  useArrowKeys((step) => isSeveral && go(step));
  if (!image) return null;
  const place = t('gallery.nth', { n: index + 1, total: images.length });
  return (
    <Dialog
      open
      transient
      onClose={onClose}
      title={image.caption ?? t('gallery.label')}
      size={1080}
      testId="lightbox"
    >
      <div className="img-large grid centred sunken rounded">
        <AuthImage key={image.id} id={image.id} alt={image.caption ?? place} />
      </div>
      {isSeveral && (
        <div className="img-walk row gap-16">
          <IconButton
            icon={<ChevronLeft className="img-arrow" aria-hidden />}
            label={t('gallery.previous')}
            onClick={() => go(-1)}
            testId="lightbox-previous"
          />
          <span className="num muted" role="status">
            {place}
          </span>
          <IconButton
            icon={<ChevronRight className="img-arrow" aria-hidden />}
            label={t('gallery.next')}
            onClick={() => go(1)}
            testId="lightbox-next"
          />
        </div>
      )}
    </Dialog>
  );
}

/** The arrow that points forward in the reader's direction goes forward. */
function useArrowKeys(onStep: (step: number) => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
      const isForward = (event.key === 'ArrowRight') === (document.documentElement.dir !== 'rtl');
      event.preventDefault();
      onStep(isForward ? 1 : -1);
    };
    // Before the dialog, whose close button keeps its keys to itself.
    window.addEventListener('keydown', onKey, { capture: true });
    return () => window.removeEventListener('keydown', onKey, { capture: true });
  });
}
