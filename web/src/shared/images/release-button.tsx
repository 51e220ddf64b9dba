import type { ItemImageView } from '@atelier/contracts/images/schema.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Eye, EyeOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useCommand } from '../../lib/api/use-command.ts';
import { Button } from '@atelier/ui/controls/button.tsx';
import { imagesQuery } from '../queries/item.ts';

export interface ReleaseButtonProps {
  itemId: number;
  image: ItemImageView;
  /** Its caption, for whoever does not see which picture the button stands under. */
  name: string;
}

/** Shows the customer a picture on the page of their repair, or no longer (product/images.md §4). */
export function ReleaseButton({ itemId, image, name }: ReleaseButtonProps) {
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
