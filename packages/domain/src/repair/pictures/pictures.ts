import { accept, reject, type Decision } from '../../decider.ts';
import type { BlobRef } from '../../kernel.ts';
import { stamp } from '../item/build.ts';
import type { CommandContext, ItemCommand } from '../item/commands.ts';
import type { ItemEvent } from '../item/events.ts';
import type { Item } from '../item/item.ts';
import type { PictureReleased, PictureWithdrawn } from '../item/picture-events.ts';

/**
 * What staff may show the customer of a piece (product/images.md §4): pictures of its deposit, its gold mark and its stages.
 * A proof of warranty and a suspicion are never shown.
 */
export function releasablePictures({ images, goldImage, work }: Item): readonly BlobRef[] {
  return [...images, ...(goldImage === null ? [] : [goldImage]), ...work.measurements.photos];
}

/** The released pictures that are still the piece's own: an edited deposit may have replaced one. */
export function releasedPictures(item: Item): readonly BlobRef[] {
  if (item.releasedPictures.length === 0) return [];
  const own = new Set(releasablePictures(item));
  return item.releasedPictures.filter((imageId) => own.has(imageId));
}

type ReleasePicture = Extract<ItemCommand, { type: 'ReleasePicture' }>;

/** Shows the customer a picture, or no longer; in every status. What is so already is not written again. */
export function decideReleasePicture(
  { imageId, isReleased }: ReleasePicture,
  item: Item,
  context: CommandContext,
): Decision<ItemEvent> {
  if (item.isCustomerErased) return reject('person_erased');
  if (!releasablePictures(item).includes(imageId)) return reject('picture_not_releasable');
  if (item.releasedPictures.includes(imageId) === isReleased) return accept<ItemEvent>();
  const data = { customerRef: item.customerRef, imageId, ...stamp(context) };
  return accept<ItemEvent>({ type: isReleased ? 'PictureReleased' : 'PictureWithdrawn', data });
}

/** The pictures released so far, in that order; of an erased customer none. */
export function evolveReleased(
  released: readonly BlobRef[],
  { type, data: { imageId } }: PictureReleased | PictureWithdrawn,
): readonly BlobRef[] {
  const others = released.filter((each) => each !== imageId);
  return type === 'PictureReleased' && imageId !== null ? [...others, imageId] : others;
}
