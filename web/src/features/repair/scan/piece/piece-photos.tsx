import type { ItemView } from '@atelier/contracts/repair-detail/schema.ts';
import { useQuery } from '@tanstack/react-query';
import { lazyPart } from '@atelier/ui/chunks/lazy-part.ts';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStaffFormat } from '../../../../lib/session/use-session.ts';
import { useLiveRefresh } from '../../../../live/use-live.ts';
import { AuthImage } from '../../../../shared/images/auth-image.tsx';
import { PieceImage } from '../../../../shared/item/piece-image.tsx';
import { marksOn } from '../../../../shared/marks/mark.ts';
import { MarkedPicture } from '../../../../shared/marks/marked-picture.tsx';
import { imagesQuery, itemFileQuery } from '../../../../shared/queries/item.ts';
import { useBenchKeys } from '../bench-keys.ts';
import { Shortcut } from '../../../../shared/keys/shortcut.tsx';

const Lightbox = lazyPart(() => import('../../../../shared/images/lightbox.tsx'), 'Lightbox');

/** As many as fit beside the words under the large one; the lightbox shows all. */
const MOST_THUMBS = 5;

type Product = Pick<ItemView, 'product_kind' | 'product_image' | 'product_name'>;

/** The picture of the deposit, large, with the others under it; `Z` opens it whole. */
export function PiecePhotos({ itemId, product }: { itemId: number; product: Product }) {
  const { t } = useTranslation(['bench', 'image', 'status']);
  const format = useStaffFormat();
  const query = useQuery(imagesQuery(itemId));
  useLiveRefresh(imagesQuery(itemId).queryKey, [`item:${itemId}`]);
  const [index, show] = useState(0);
  const [isLarge, enlarge] = useState(false);
  const marks = useQuery(itemFileQuery(itemId)).data?.data.marks ?? [];
  const images = query.data?.data ?? [];
  const image = images[index] ?? images[0];
  useBenchKeys({ z: image === undefined ? undefined : () => enlarge(true) });
  const captionOf = ({ kind, rma_status_id: status }: (typeof images)[number]): string =>
    t(`image:part.kind.${kind}`, { stage: status === null ? '' : t(`status:name.${status}`) });
  return (
    <figure className="bench-photos">
      {image === undefined ? (
        <div className="bench-photo empty" data-testid="bench-photo">
          {query.isPending ? null : (
            <>
              <PieceImage kind={product.product_kind} src={product.product_image} size={120} />
              <span className="small muted">{t('bench:photo.none')}</span>
            </>
          )}
        </div>
      ) : (
        <button
          type="button"
          className="bench-photo"
          aria-label={t('image:gallery.open', { name: captionOf(image) })}
          onClick={() => enlarge(true)}
          data-testid="bench-photo"
        >
          {marksOn(image.image_id, marks).length > 0 ? (
            <MarkedPicture image={image.image_id} alt="" marks={marks} />
          ) : (
            <AuthImage key={image.image_id} id={image.image_id} alt="" />
          )}
        </button>
      )}
      {image !== undefined && (
        <figcaption className="row gap-8">
          {images.length > 1 &&
            images.slice(0, MOST_THUMBS).map((one, place) => (
              <button
                key={one.image_id}
                type="button"
                className="bench-thumb"
                aria-label={t('image:gallery.nth', { n: place + 1, total: images.length })}
                aria-pressed={one === image}
                onClick={() => show(place)}
              >
                <AuthImage id={one.image_id} alt="" />
              </button>
            ))}
          <span className="push small muted bench-caption">
            <span>
              {format.date(image.taken_at)} · {captionOf(image)}
            </span>
            <span className="bench-key-hint">
              <Shortcut of="benches.picture" /> {t('bench:photo.large')}
            </span>
          </span>
        </figcaption>
      )}
      {isLarge && image !== undefined && (
        <Suspense fallback={null}>
          <Lightbox
            images={images.map((one) => ({ id: one.image_id, caption: captionOf(one) }))}
            index={images.indexOf(image)}
            onMove={show}
            onClose={() => enlarge(false)}
          />
        </Suspense>
      )}
    </figure>
  );
}
