import { Suspense } from 'react';
import { Skeleton } from '@atelier/ui/feedback/states.tsx';
import { LazyFormImages } from './lazy-sometimes.tsx';
import type { FormImagesProps } from './form-images-props.ts';

/** A field for pictures; what it needs is fetched behind the form's first look. */
export const FormImages = (props: FormImagesProps) => (
  <Suspense fallback={<Skeleton height={150} />}>
    <LazyFormImages {...props} />
  </Suspense>
);
