import { useSeen } from '@atelier/ui/chunks/use-seen.ts';
import { useTurn } from '@atelier/ui/chunks/turns.ts';
import { Skeleton } from '@atelier/ui/feedback/states.tsx';
import { Suspense, useEffect, type ReactNode } from 'react';

interface ChartBoxProps {
  /** The chart in one sentence; left out where the chart says it. */
  readonly label?: string;
  /** In pixels: nothing moves when the chart comes. */
  readonly height: number;
  /** A chart of a separate chunk. */
  readonly children: ReactNode;
  /** Draws now, without taking a turn. */
  readonly isFirst?: boolean;
  readonly onDrawn?: () => void;
}

/** The place of a chart, which is loaded and drawn once it comes near the window, one chart after the other. */
export function ChartBox({ label, height, children, isFirst = false, onDrawn }: ChartBoxProps) {
  const [box, isSeen] = useSeen();
  const [hasTurn, endTurn] = useTurn(isSeen && !isFirst);
  const skeleton = <Skeleton rows={1} height={height} />;
  return (
    <div
      ref={box}
      style={{ minBlockSize: height }}
      {...(label !== undefined && { role: 'img', 'aria-label': label })}
    >
      <Suspense fallback={skeleton}>
        {hasTurn || isFirst ? <Drawn onDrawn={onDrawn ?? endTurn}>{children}</Drawn> : skeleton}
      </Suspense>
    </div>
  );
}

/** Calls back once its content is drawn. */
export function Drawn({ children, onDrawn }: { children: ReactNode; onDrawn: () => void }) {
  useEffect(onDrawn, [onDrawn]);
  return children;
}
