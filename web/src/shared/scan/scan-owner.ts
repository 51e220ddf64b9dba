import type { SessionView } from '@atelier/contracts/identity/schema.ts';

/** Whose scans these are: the worker's own where one stands in for a station's account. */
export const scanOwnerOf = ({ user, worker }: Pick<SessionView, 'user' | 'worker'>): string =>
  worker === null ? `user-${user.id}` : `worker-${worker.id}`;
