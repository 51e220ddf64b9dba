import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { landingOf } from '../../app/guard.ts';
import type { ApiError } from '../../lib/api/api-error.ts';
import { useCommand } from '../../lib/api/use-command.ts';
import { adoptView } from '../../lib/session/refresh-session.ts';
import { whenSignedOut } from '../../lib/session/station.ts';
import { useNow } from '../../lib/time/use-now.ts';
import { countdown } from './login-lock.ts';
import { attemptsLeft, isWorkersLock, lockedFor } from './sign-in.ts';

export interface Badge {
  barcode: string;
  pin: string;
}

/** The door of a station: signs the worker in, counts what is left after a failure, and waits while it is locked. */
export function useBadgeLogin() {
  const navigate = useNavigate();
  const [lockedUntil, setLockedUntil] = useState(0);
  const now = useNow();
  const [workerLockedUntil, setWorkerLockedUntil] = useState(0);
  const onError = (error: ApiError) => {
    const seconds = lockedFor(error) ?? (error.code === 'login_suspended' ? 60 : 0);
    // The lock of one worker leaves the station to the others.
    const keep = isWorkersLock(error) ? setWorkerLockedUntil : setLockedUntil;
    if (seconds > 0) keep(now + seconds * 1000);
  };
  const signIn = useCommand(
    ({ barcode, pin }: Badge) => ({
      path: '/auth/rma_worker',
      body: { barcode: barcode.trim(), ...(pin && { pin }) },
    }),
    {
      quiet: ['worker_unknown', 'login_suspended'],
      onError,
      onSuccess: ({ data }) => {
        setWorkerLockedUntil(0);
        adoptView(data);
        void navigate(landingOf(data), { replace: true });
      },
    },
  );
  const isRefused = signIn.error?.code === 'worker_unknown';
  return {
    submit: (badge: Badge) => void whenSignedOut().then(() => signIn.mutate(badge)),
    isPending: signIn.isPending,
    isRefused,
    attemptsLeft: isRefused && signIn.error ? attemptsLeft(signIn.error) : undefined,
    isLocked: lockedUntil > now,
    left: countdown(lockedUntil, now),
    /** How long the worker who was tried has to wait; undefined when they need not. */
    workerLeft: workerLockedUntil > now ? countdown(workerLockedUntil, now) : undefined,
  };
}
