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

/** A numbered mark on a picture of the piece: where, as parts of its width and height from the top left, and what is there. */
export interface ConditionMark {
  readonly image: BlobRef;
  readonly x: number;
  readonly y: number;
  readonly text: string;
}

/** All marks of the piece from now on, in their order (product/images.md §5). */
export type ConditionMarked = DomainEvent<
  'ConditionMarked',
  {
    readonly customerRef: CustomerRef;
    /** null once the customer is erased. */
    readonly marks: readonly ConditionMark[] | null;
    readonly at: Instant;
    readonly by: Actor;
  }
>;
