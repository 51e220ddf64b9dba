import type { PersonalFields } from '../personal-data.ts';
import type { IdentityEventType } from './events.ts';

/** Every identity event has a line; null = nothing personal in it. */
export const IDENTITY_PERSONAL_DATA = {
  UserOpened: { subject: 'userRef', fields: ['profile'] },
  UserProfileChanged: { subject: 'userRef', fields: ['profile'] },
  UserPlaceChanged: null,
  UserDeactivated: null,
  UserReactivated: null,
  UserPasswordChanged: null,
  UserSessionsRevoked: null,
  UserUnlocked: null,
  UserSecondFactorEnrolled: null,
  UserRecoveryCodeUsed: null,
  UserSecondFactorReset: null,
  UserIdentityLinked: null,
  ApiKeyMade: null,
  ApiKeyRevoked: null,
  RoleDefined: null,
  RolePermissionsChanged: null,
  SignInFailed: null,
  SignedIn: null,
  SignedOut: null,
  WorkerSignedIn: null,
  WorkerSignedOut: null,
} as const satisfies Record<IdentityEventType, PersonalFields | null>;
