import type { ReactNode } from 'react';

export interface GalleryImage {
  id: string;
  /** Words under the picture: what it was taken for. */
  caption?: string;
  /** What can be done with it, under its caption. */
  action?: ReactNode;
}
