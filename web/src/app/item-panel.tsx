import { lazyPart } from '@atelier/ui/chunks/lazy-part.ts';
import { Suspense } from 'react';
import type { ItemPanelProps } from '../shared/item/item-panel.tsx';

const RmaPanel = lazyPart(() => import('../features/rma/detail/rma-panel.tsx'), 'RmaPanel');

/** The rma slice's detail beside a screen of another slice, loaded when such a screen is. */
export const drawItemPanel = (props: ItemPanelProps) => (
  <Suspense fallback={null}>
    <RmaPanel {...props} />
  </Suspense>
);
