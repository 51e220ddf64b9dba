import type { PermissionName } from '@atelier/domain/shared/permissions.ts';
import { useSyncExternalStore } from 'react';
import { type Formats, useFormat } from '@atelier/ui/text/format.ts';
import { type StoredSession, currentSession, holds, onSessionChange } from './session-store.ts';
import { offered } from './past-session.ts';

/** The session, or null before sign-in. */
export const useOptionalSession = (): StoredSession | null =>
  offered(useSyncExternalStore(onSessionChange, currentSession));

/** The session of a screen behind the guard. */
export function useSession(): StoredSession {
  const session = useOptionalSession();
  if (!session) throw new Error('a screen behind the guard was drawn without a session');
  return session;
}

/** Whether to offer something. Cosmetic: the server decides for every call. */
export const usePermission = (permission: PermissionName): boolean => holds(useOptionalSession(), permission);

/** Formats in the screen's language and the store's own time (product/screens.md §3). */
export const useStaffFormat = (): Formats => useFormat(useOptionalSession()?.view.site?.time_zone);
