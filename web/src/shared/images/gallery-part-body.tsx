import type { ItemImageView } from '@atelier/contracts/images/schema.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { RotateCw, Eye, EyeOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '@atelier/ui/controls/button.tsx';
import { Skeleton } from '@atelier/ui/feedback/states.tsx';
import { useLiveRefresh } from '../../live/use-live.ts';
import { imagesQuery } from '../queries/item.ts';
import { ImageGallery } from './image-gallery.tsx';
import { useCommand } from '../../lib/api/use-command.ts';

export function GalleryPartBody({ itemId, mayRelease }: { itemId: number; mayRelease: boolean }) {
  const { t } = useTranslation(['image', 'status']);
  const query = useQuery(imagesQuery(itemId));
  useLiveRefresh(imagesQuery(itemId).queryKey, [`item:${itemId}`]);
  const captionOf = ({ kind, rma_status_id: status }: ItemImageView): string =>
    t(`image:part.kind.${kind}`, { stage: status === null ? '' : t(`status:name.${status}`) });
  return (
    <section className="part" data-testid="gallery-part">
      <h3>{t('image:part.title')}</h3>
      {query.isPending && <Skeleton height={104} />}
      {query.isError && (
        <p className="row wrap" role="alert">
          <span className="muted">{t('image:part.failed')}</span>
          <Button
            variant="quiet"
            icon={<RotateCw size={16} aria-hidden />}
            onClick={() => void query.refetch()}
            testId="gallery-retry"
          >
            {t('image:scan.again')}
          </Button>
        </p>
      )}
      {query.data?.data.length === 0 && <p className="faint">{t('image:part.none')}</p>}
      {query.data !== undefined && (
        <ImageGallery
          images={query.data.data.map((image) => ({
            id: image.image_id,
            caption: captionOf(image),
            ...(mayRelease &&
              image.releasable && {
                action: <ReleaseButton itemId={itemId} image={image} name={captionOf(image)} />,
              }),
          }))}
          testId="item-gallery"
        />
      )}
    </section>
  );
}

interface ReleaseButtonProps {
  itemId: number;
  image: ItemImageView;
  /** Its caption, for a user who does not see which picture the button stands under. */
  name: string;
}

/** Shows the customer a picture on the page of their repair, or no longer (product/images.md §4). */
function ReleaseButton({ itemId, image, name }: ReleaseButtonProps) {
  const { t } = useTranslation('image');
  const { image_id, released } = image;
  const client = useQueryClient();
  const release = useCommand(
    () => ({ path: '/rma/images/release', body: { rma_item_id: itemId, image_id, released: !released } }),
    { onSuccess: () => client.invalidateQueries(imagesQuery(itemId)) },
  );
  const action = t(released ? 'part.shown' : 'part.show');
  return (
    <Button
      variant="quiet"
      className="img-release"
      icon={released ? <Eye size={16} aria-hidden /> : <EyeOff size={16} aria-hidden />}
      busy={release.isPending}
      label={t('part.showNamed', { name, action })}
      onClick={() => release.mutate()}
      testId="picture-release"
    >
      {action}
    </Button>
  );
}
