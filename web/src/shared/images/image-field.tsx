import { lazyPart } from '@atelier/ui/chunks/lazy-part.ts';
import { Suspense } from 'react';
import { Skeleton } from '@atelier/ui/feedback/states.tsx';
import type { ImageFieldProps } from './image-field-props.ts';

const Body = lazyPart(() => import('./image-field-body.tsx'), 'ImageFieldBody');

/**
 * Pictures by choosing, dropping, pasting or taking them; each is compressed on the device and sent at once, and the value
 * holds the ids of those that arrived. What it needs is loaded when a form shows it.
 */
export const ImageField = (props: ImageFieldProps) => (
  <Suspense fallback={<Skeleton height={150} />}>
    <Body {...props} />
  </Suspense>
);
