import type { DomainEvent } from '../../decider.ts';
import type { Actor, BlobRef, CustomerRef, Instant } from '../../kernel.ts';

/** Which picture the customer is shown, part of stream `item-<id>` (product/images.md §4). */
interface ShownPicture {
  readonly customerRef: CustomerRef;
  /** null once the customer is erased. */
  readonly imageId: BlobRef | null;
  readonly at: Instant;
  readonly by: Actor;
}
export type PictureReleased = DomainEvent<'PictureReleased', ShownPicture>;
export type PictureWithdrawn = DomainEvent<'PictureWithdrawn', ShownPicture>;
