import { accept, reject, unreachable, type Decision } from '../decider.ts';
import type { Instant, UserId } from '../kernel.ts';
import { decideApiKey, type ApiKeyCommand } from './api-keys.ts';
import type { UserEvent, UserPlace, UserProfile } from './events.ts';
import { normaliseEmail } from './sign-in.ts';
import type { UserState } from './user.ts';

/** What may be asked of an account (product/identity.md §8). */
export type UserCommand =
  | ({ readonly type: 'OpenUser'; readonly userId: UserId; readonly profile: UserProfile } & UserPlace)
  | { readonly type: 'ChangeUserProfile'; readonly profile: UserProfile }
  | ({ readonly type: 'ChangeUserPlace' } & UserPlace)
  | { readonly type: 'DeactivateUser' }
  | { readonly type: 'ReactivateUser' }
  | { readonly type: 'ChangeUserPassword' }
  | { readonly type: 'RevokeUserSessions' }
  | { readonly type: 'UnlockUser' }
  | { readonly type: 'EnrolSecondFactor' }
  | { readonly type: 'UseRecoveryCode'; readonly left: number }
  | { readonly type: 'ResetSecondFactor' }
  | { readonly type: 'LinkIdentity'; readonly issuer: string }
  | ApiKeyCommand;

export interface UserContext {
  readonly now: Instant;
}

/** Decides about one account. Asking for what already holds changes nothing and is no failure. */
export function decideUser(
  command: UserCommand,
  state: UserState,
  context: UserContext,
): Decision<UserEvent> {
  if (command.type === 'MakeApiKey' || command.type === 'RevokeApiKey')
    return decideApiKey(command, state, context);
  if (command.type === 'OpenUser') return openUser(command, state, context);
  if (state.kind !== 'open') return reject('not_found');
  const at = context.now;
  switch (command.type) {
    case 'ChangeUserProfile':
      return accept({
        type: 'UserProfileChanged',
        data: { userRef: state.userRef, profile: tidy(command.profile), at },
      });
    case 'ChangeUserPlace':
      return changePlace(command, at);
    case 'DeactivateUser':
      return state.active ? accept({ type: 'UserDeactivated', data: { at } }) : accept();
    case 'ReactivateUser':
      return state.active ? accept() : accept({ type: 'UserReactivated', data: { at } });
    case 'ChangeUserPassword':
      return accept({ type: 'UserPasswordChanged', data: { at } });
    case 'RevokeUserSessions':
      return accept({ type: 'UserSessionsRevoked', data: { at } });
    case 'UnlockUser':
      return accept({ type: 'UserUnlocked', data: { at } });
    case 'EnrolSecondFactor':
      return accept({ type: 'UserSecondFactorEnrolled', data: { at } });
    case 'UseRecoveryCode':
      return accept({ type: 'UserRecoveryCodeUsed', data: { left: command.left, at } });
    case 'ResetSecondFactor':
      return accept({ type: 'UserSecondFactorReset', data: { at } });
    case 'LinkIdentity':
      return accept({ type: 'UserIdentityLinked', data: { issuer: command.issuer, at } });
    default:
      return unreachable(command);
  }
}

type OpenUser = Extract<UserCommand, { type: 'OpenUser' }>;

function openUser(command: OpenUser, state: UserState, context: UserContext): Decision<UserEvent> {
  if (state.kind !== 'none') return reject('already_exists');
  if (!standsSomewhere(command)) return reject('invalid_input', { field: 'siteId' });
  const { userId, userType, siteId, roles, profile } = command;
  return accept({
    type: 'UserOpened',
    data: {
      userId,
      userRef: `user-${userId}`,
      profile: tidy(profile),
      userType,
      siteId,
      roles,
      at: context.now,
    },
  });
}

function changePlace(place: UserPlace, at: Instant): Decision<UserEvent> {
  if (!standsSomewhere(place)) return reject('invalid_input', { field: 'siteId' });
  const { userType, siteId, roles } = place;
  return accept({ type: 'UserPlaceChanged', data: { userType, siteId, roles, at } });
}

/** Every shop and operation user has a site; administrators and auditors have none (product/identity.md §6). */
function standsSomewhere(place: UserPlace): boolean {
  return (place.userType === 'admin') === (place.siteId === null);
}

function tidy(profile: UserProfile): UserProfile {
  return { ...profile, email: normaliseEmail(profile.email) };
}
