import type { StatusId } from '@atelier/domain/shared/status.ts';
import { useMemo } from 'react';
import { useSession } from '../../lib/session/use-session.ts';
import { screenNow } from '../../lib/time/screen-clock.ts';
import type { ScanLine } from './scan-lines.ts';
import { sessionLists, type SessionLists } from './session-lists.ts';

/** The list at hand by whose scan it is, as this account sees it now. */
export function useSessionLists(lines: readonly ScanLine[], target: StatusId): SessionLists {
  const { name } = useSession().view.user;
  return useMemo(() => sessionLists(lines, { name, target, now: screenNow() }), [lines, name, target]);
}
