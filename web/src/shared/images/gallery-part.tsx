import { lazy, Suspense } from 'react';
import { Skeleton } from '../../ui/states.tsx';
import { loadChunk } from '../../lib/chunks/lazy-chunk.ts';

const Body = lazy(async () => ({
  default: (await loadChunk(() => import('./gallery-part-body.tsx'))).GalleryPartBody,
}));

/** Every picture of an item: of the deposit, the gold mark, a suspected counterfeit, the stages and the warranty's proof. */
export const GalleryPart = ({ itemId }: { itemId: number }) => (
  <Suspense fallback={<Skeleton height={104} />}>
    <Body itemId={itemId} />
  </Suspense>
);
