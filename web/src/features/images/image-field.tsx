import type { ReactNode } from 'react';
import { lazy, Suspense } from 'react';
import { Skeleton } from '../../ui/states.tsx';
import { loadChunk } from '../../lib/chunks/lazy-chunk.ts';

export interface ImageFieldProps {
  label: string;
  /** Image ids, in the order in which they arrived. */
  value: readonly string[];
  onChange: (ids: readonly string[]) => void;
  /** How many pictures there may be. */
  max: number;
  required?: boolean | undefined;
  error?: string | undefined;
  hint?: ReactNode;
  testId?: string | undefined;
}

const Body = lazy(async () => ({
  default: (await loadChunk(() => import('./image-field-body.tsx'))).ImageFieldBody,
}));

/**
 * Pictures by choosing, dropping, pasting or taking them; each is compressed on the device and sent at once, and the value
 * holds the ids of those that arrived. What it needs is loaded when a form shows it.
 */
export const ImageField = (props: ImageFieldProps) => (
  <Suspense fallback={<Skeleton height={150} />}>
    <Body {...props} />
  </Suspense>
);
