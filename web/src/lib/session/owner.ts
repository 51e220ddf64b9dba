import type { SessionView } from '@atelier/contracts/identity/schema.ts';

/** To whom unsaved work on this device belongs: at a station the worker is the person. */
export const ownerOf = ({ user, worker }: Pick<SessionView, 'user' | 'worker'>): string =>
  worker === null ? `user-${user.id}` : `worker-${worker.id}`;
