import { lazyPart } from '@atelier/ui/chunks/lazy-part.ts';
import { Trash2 } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '@atelier/ui/controls/button.tsx';
import { AuthImage } from './auth-image.tsx';
import type { GalleryImage } from './gallery-image.ts';

export interface ImageGalleryProps {
  images: readonly GalleryImage[];
  /** Offers to take a picture out again. */
  onRemove?: (id: string) => void;
  /** Further tiles of the same list. */
  children?: ReactNode;
  testId?: string;
}

const Lightbox = lazyPart(() => import('./lightbox.tsx'), 'Lightbox');

/** Small pictures side by side; each opens large. */
export function ImageGallery({ images, onRemove, children, testId }: ImageGalleryProps) {
  const { t } = useTranslation('image');
  const [open, setOpen] = useState<number | null>(null);
  const nameOf = (index: number) =>
    images[index]?.caption ?? t('gallery.nth', { n: index + 1, total: images.length });
  const hasTiles = images.length > 0 || (Array.isArray(children) ? children.length > 0 : Boolean(children));
  if (!hasTiles) return null;
  return (
    <>
      <ul
        className="img-tiles grid gap-10"
        aria-label={t('gallery.label')}
        data-testid={testId ?? 'image-gallery'}
      >
        {images.map((image, index) => (
          <li className="img-tile shrinks grid gap-4 packed" key={image.id}>
            <button
              type="button"
              className="img-open"
              aria-label={t('gallery.open', { name: nameOf(index) })}
              onClick={() => setOpen(index)}
              data-testid="image-open"
            >
              <AuthImage id={image.id} alt="" />
            </button>
            {image.caption !== undefined && <span className="small muted clip">{image.caption}</span>}
            {image.action}
            {onRemove && (
              <span className="img-tools flex gap-4">
                <IconButton
                  icon={<Trash2 size={16} aria-hidden />}
                  label={t('gallery.remove', { name: nameOf(index) })}
                  onClick={() => onRemove(image.id)}
                  testId="image-remove"
                />
              </span>
            )}
          </li>
        ))}
        {children}
      </ul>
      {open !== null && images.length > 0 && (
        <Suspense fallback={null}>
          <Lightbox
            images={images}
            index={Math.min(open, images.length - 1)}
            onMove={setOpen}
            onClose={() => setOpen(null)}
          />
        </Suspense>
      )}
    </>
  );
}
