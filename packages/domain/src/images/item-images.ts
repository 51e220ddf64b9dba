import type { Instant } from '../kernel.ts';
import type { ItemEvent } from '../repair/item/events.ts';
import type { StatusId } from '../shared/status.ts';

/** What a picture was taken for. */
export const IMAGE_KINDS = ['deposit', 'gold', 'counterfeit', 'stage', 'warranty'] as const;
export type ImageKind = (typeof IMAGE_KINDS)[number];

/** A picture as an item's history names it. */
export interface ItemImage {
  readonly imageId: string;
  readonly kind: ImageKind;
  /** The stage at which it was taken; null for what came with the deposit. */
  readonly status: StatusId | null;
  readonly at: Instant;
}

/** The event types that name pictures. */
export const IMAGE_EVENTS = [
  'ItemDeposited',
  'ItemDepositEdited',
  'CounterfeitReported',
  'MeasurementsRecorded',
] as const;
export type ImageEvent = Extract<ItemEvent, { type: (typeof IMAGE_EVENTS)[number] }>;

/** The pictures one event brings, in their order; none once the customer is erased: personal fields then read null. */
export function imagesNamedBy(event: ImageEvent): readonly ItemImage[] {
  if (event.type === 'MeasurementsRecorded') {
    const { photos, status, at } = event.data;
    return photosOf(photos).map((imageId) => ({ imageId, kind: 'stage', status, at }));
  }
  if (event.type === 'CounterfeitReported') {
    const { image, at } = event.data;
    return image === null ? [] : [{ imageId: image, kind: 'counterfeit', status: null, at }];
  }
  const { images, goldImage, extendedWarrantyProof } = event.data;
  const at = event.type === 'ItemDeposited' ? event.data.createdAt : event.data.at;
  const fakeProduct = event.type === 'ItemDeposited' ? event.data.fakeProduct : null;
  const named: readonly (readonly [ImageKind, string | null | undefined])[] = [
    ...photosOf(images).map((image) => ['deposit', image] as const),
    ['gold', goldImage],
    ['counterfeit', fakeProduct?.image],
    ['warranty', extendedWarrantyProof],
  ];
  return named.flatMap(([kind, imageId]) => (imageId ? [{ imageId, kind, status: null, at }] : []));
}

const photosOf = (images: readonly string[] | null): readonly string[] => images ?? [];

/** A proof of purchase carries names and prices, which a worker at the bench does not see (product/images.md §2). */
export const kindsForWorkers: readonly ImageKind[] = IMAGE_KINDS.filter((kind) => kind !== 'warranty');

const KINDS_OF_THE_FORM: readonly ImageKind[] = ['deposit', 'gold', 'warranty'];

/** The pictures of an item after one more event: a form that is said again shows its own pictures, not the old ones. */
export function imagesAfter(before: readonly ItemImage[], event: ImageEvent): readonly ItemImage[] {
  const isNewForm = event.type === 'ItemDepositEdited';
  const kept = isNewForm ? before.filter(({ kind }) => !KINDS_OF_THE_FORM.includes(kind)) : before;
  return [...kept, ...imagesNamedBy(event)];
}
