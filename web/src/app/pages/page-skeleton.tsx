import { Skeleton } from '@atelier/ui/feedback/states.tsx';

/** A page on its way: header line and a few rows, after 150 ms. */
export const PageSkeleton = () => (
  <div className="page-skeleton">
    <Skeleton rows={6} height={36} gap={14} />
  </div>
);
