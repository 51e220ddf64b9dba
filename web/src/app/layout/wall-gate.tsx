import { type ReactNode, useEffect, useState } from 'react';
import { ApiError } from '../../lib/api/api-error.ts';
import { refreshSession } from '../../lib/session/refresh-session.ts';
import { useSession } from '../../lib/session/use-session.ts';
import { hangWall, mayHang, takeWallDown } from '../../lib/session/wall-session.ts';
import { live } from '../../live/live.ts';
import { PageSkeleton } from '../pages/page-skeleton.tsx';

const RETRY_MS = 5_000;
/** A wall on which nothing changes for days shows the server that it still hangs. */
const ALIVE_MS = 3_600_000;

/** Draws a wall once its screen may do no more than look. */
export function WallGate({ children }: { children: ReactNode }) {
  const session = useSession();
  const [isRefused, refuse] = useState(false);
  const isWaiting = mayHang(session) && !isRefused;
  useEffect(() => {
    if (!isWaiting) return undefined;
    let timer: ReturnType<typeof setTimeout>;
    const hang = () =>
      hangWall().catch((error: unknown) => {
        // Whom the server refuses keeps their own session; without an answer the wall asks again.
        if (error instanceof ApiError && error.status === 403) refuse(true);
        else timer = setTimeout(() => void hang(), RETRY_MS);
      });
    void hang();
    return () => clearTimeout(timer);
  }, [isWaiting]);
  useEffect(() => {
    const timer = setInterval(() => void refreshSession(), ALIVE_MS);
    return () => clearInterval(timer);
  }, []);
  return isWaiting ? <PageSkeleton /> : children;
}

/** The wall's session leaves with the wall; its connection first, which would report the end as one of the person's. */
export function WallLeft() {
  useEffect(() => {
    live.stop();
    void takeWallDown();
  }, []);
  return <PageSkeleton />;
}
