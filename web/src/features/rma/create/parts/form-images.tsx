import { Suspense } from 'react';
import { Skeleton } from '../../../../ui/states.tsx';
import { LazyFormImages } from './lazy-sometimes.tsx';

type ImageName = `items.${number}.${'images' | 'gold_image' | 'extended_warranty_proof' | 'fake_image'}`;

export interface FormImagesProps {
  name: ImageName;
  max: number;
  hint?: string;
  required?: boolean;
}

/** A field for pictures; what it needs is fetched behind the form's first look. */
export const FormImages = (props: FormImagesProps) => (
  <Suspense fallback={<Skeleton height={150} />}>
    <LazyFormImages {...props} />
  </Suspense>
);
