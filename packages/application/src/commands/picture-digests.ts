import { IMAGE_EVENTS, imagesNamedBy, type ImageEvent } from '@atelier/domain/images/item-images.ts';
import type { DomainEvent } from '@atelier/event-store/types.ts';
import { pictureDigest } from '../blobs/picture-id.ts';

const isImageEvent = (event: DomainEvent): event is ImageEvent =>
  IMAGE_EVENTS.some((type) => type === event.type);

/**
 * The event with the digests of the pictures that it names, in their order. The names themselves are sealed with the customer's
 * key; the digests let a dispute file prove its pictures to a reader without keys (decisions/0198).
 */
export function withPictureDigests(event: DomainEvent): DomainEvent {
  if (!isImageEvent(event)) return event;
  const pictureDigests = imagesNamedBy(event).map(({ imageId }) => pictureDigest(imageId));
  return pictureDigests.length === 0 ? event : { ...event, data: { ...event.data, pictureDigests } };
}
