import { lazyPart } from '@atelier/ui/chunks/lazy-part.ts';
import { Suspense } from 'react';
import { Skeleton } from '@atelier/ui/feedback/states.tsx';

const Body = lazyPart(() => import('./gallery-part-body.tsx'), 'GalleryPartBody');

export interface GalleryPartProps {
  itemId: number;
  /** Offers to show pictures to the customer. */
  mayRelease?: boolean;
}

/** Every picture of an item: of the deposit, the gold mark, a suspected counterfeit, the stages and the warranty's proof. */
export const GalleryPart = ({ itemId, mayRelease = false }: GalleryPartProps) => (
  <Suspense fallback={<Skeleton height={104} />}>
    <Body itemId={itemId} mayRelease={mayRelease} />
  </Suspense>
);
