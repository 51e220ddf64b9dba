import { lazyPart } from '@atelier/ui/chunks/lazy-part.ts';
import { Suspense } from 'react';
import type { ItemPanelProps } from '../shared/item/item-panel.tsx';

const RepairPanel = lazyPart(() => import('../features/repair-detail/repair.panel.tsx'), 'RepairPanel');

/** One repair beside a screen of another slice, loaded when such a screen is. */
export const drawItemPanel = (props: ItemPanelProps) => (
  <Suspense fallback={null}>
    <RepairPanel {...props} />
  </Suspense>
);
