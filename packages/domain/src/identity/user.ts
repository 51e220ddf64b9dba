import { unreachable } from '../decider.ts';
import type { UserId } from '../kernel.ts';
import type { UserEvent, UserOpened, UserPlace, UserProfile } from './events.ts';

/** An account as its events make it. */
export type UserState =
  | { readonly kind: 'none' }
  | ({
      readonly kind: 'open';
      readonly userId: UserId;
      readonly userRef: string;
      readonly profile: UserProfile | null;
      readonly active: boolean;
    } & UserPlace);

export const initialUser: UserState = { kind: 'none' };

export function evolveUser(state: UserState, event: UserEvent): UserState {
  if (event.type === 'UserOpened') return opened(event.data);
  if (state.kind === 'none') return state;
  switch (event.type) {
    case 'UserProfileChanged':
      return { ...state, profile: event.data.profile };
    case 'UserPlaceChanged': {
      const { userType, siteId, roles } = event.data;
      return { ...state, userType, siteId, roles };
    }
    case 'UserDeactivated':
      return { ...state, active: false };
    case 'UserReactivated':
      return { ...state, active: true };
    case 'UserPasswordChanged':
    case 'UserSessionsRevoked':
    case 'UserUnlocked':
    case 'UserIdentityLinked':
      return state;
    default:
      return unreachable(event);
  }
}

function opened(data: UserOpened['data']): UserState {
  const { userId, userRef, profile, userType, siteId, roles } = data;
  return { kind: 'open', userId, userRef, profile, active: true, userType, siteId, roles };
}

/** The inline row of `users`. An erased person keeps the row, for the log's sake, without name and address. */
export function toUserRow(state: UserState): Record<string, unknown> {
  if (state.kind === 'none') throw new TypeError('an account without history has no row');
  const { userId, profile, userType, siteId, roles, active } = state;
  return {
    id: userId,
    email: profile?.email ?? `erased-${userId}`,
    name: profile?.name ?? '',
    last_name: profile?.lastName ?? '',
    user_type: userType,
    site_id: siteId,
    roles,
    active,
  };
}
