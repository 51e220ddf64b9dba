import { unreachable } from '../decider.ts';
import type { UserId } from '../kernel.ts';
import type { ApiKeyMade, UserEvent, UserOpened, UserPlace, UserProfile } from './events.ts';

/** An account as its events make it. */
export type UserState =
  | { readonly kind: 'none' }
  | ({
      readonly kind: 'open';
      readonly userId: UserId;
      readonly userRef: string;
      readonly profile: UserProfile | null;
      readonly active: boolean;
    } & UserPlace)
  /** The key of another system (`api-keys.ts`). */
  | (ApiKeyMade['data'] & { readonly kind: 'key'; readonly active: boolean });

export const initialUser: UserState = { kind: 'none' };

export function evolveUser(state: UserState, event: UserEvent): UserState {
  if (event.type === 'UserOpened') return opened(event.data);
  if (event.type === 'ApiKeyMade') return { kind: 'key', active: true, ...event.data };
  if (state.kind === 'key') return event.type === 'ApiKeyRevoked' ? { ...state, active: false } : state;
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
    case 'UserSecondFactorEnrolled':
    case 'UserRecoveryCodeUsed':
    case 'UserSecondFactorReset':
    case 'UserIdentityLinked':
    case 'ApiKeyRevoked':
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
  if (state.kind === 'key') return toKeyRow(state);
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
    api_key: null,
  };
}

/** No sign-in uses its address: it has no password, and no provider knows it. */
function toKeyRow(state: Extract<UserState, { kind: 'key' }>): Record<string, unknown> {
  const { userId, name, permissions, userType, siteId, active, expiresAt, madeBy, at } = state;
  return {
    id: userId,
    email: `api-key-${userId}`,
    name: `${name} (API)`,
    last_name: '',
    user_type: userType,
    site_id: siteId,
    roles: [],
    active,
    api_key: { name, permissions, expires_at: expiresAt, made_by: madeBy, made_at: at },
  };
}
