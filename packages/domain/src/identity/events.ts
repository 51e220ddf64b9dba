import type { DomainEvent } from '../decider.ts';
import type { Instant, SiteId, UserId, WorkerId } from '../kernel.ts';
import type { UserType } from './contract.ts';
import type { PermissionName } from '../shared/permissions.ts';

/** Names and address of a person of the staff; personal, hence encrypted under `userRef` (`personal-data.ts`). */
export interface UserProfile {
  readonly email: string;
  readonly name: string;
  readonly lastName: string;
}

/** What an account may be and where it stands. */
export interface UserPlace {
  readonly userType: UserType;
  /** Null for administrators and auditors, who stand nowhere. */
  readonly siteId: SiteId | null;
  readonly roles: readonly string[];
}

/** Events of one account, stream `user-<id>`. No secret ever stands in an event. */
export type UserOpened = DomainEvent<
  'UserOpened',
  UserPlace & {
    readonly userId: UserId;
    readonly userRef: string;
    /** Null once the person is erased. */
    readonly profile: UserProfile | null;
    readonly at: Instant;
  }
>;
export type UserProfileChanged = DomainEvent<
  'UserProfileChanged',
  { readonly userRef: string; readonly profile: UserProfile | null; readonly at: Instant }
>;
export type UserPlaceChanged = DomainEvent<'UserPlaceChanged', UserPlace & { readonly at: Instant }>;
export type UserDeactivated = DomainEvent<'UserDeactivated', { readonly at: Instant }>;
export type UserReactivated = DomainEvent<'UserReactivated', { readonly at: Instant }>;
/** That it changed, never to what. */
export type UserPasswordChanged = DomainEvent<'UserPasswordChanged', { readonly at: Instant }>;
/** An administrator ended every sign-in of this account. */
export type UserSessionsRevoked = DomainEvent<'UserSessionsRevoked', { readonly at: Instant }>;
/** An administrator lifted the lock before its time. */
export type UserUnlocked = DomainEvent<'UserUnlocked', { readonly at: Instant }>;

/** Sign-ins with the password also ask for a code of the person's device. */
export type UserSecondFactorEnrolled = DomainEvent<'UserSecondFactorEnrolled', { readonly at: Instant }>;
/** A recovery code was used in place of the device's; so many are left. */
export type UserRecoveryCodeUsed = DomainEvent<
  'UserRecoveryCodeUsed',
  { readonly left: number; readonly at: Instant }
>;
/** Another administrator took the second factor away, so that the person can enrol another device. */
export type UserSecondFactorReset = DomainEvent<'UserSecondFactorReset', { readonly at: Instant }>;

/** From now on one person of this provider is this account; who that is stands beside the log. */
export type UserIdentityLinked = DomainEvent<
  'UserIdentityLinked',
  { readonly issuer: string; readonly at: Instant }
>;

/** The key of another system is an account: everything it does names it (product/identity.md §9). Its secret stands nowhere. */
export type ApiKeyMade = DomainEvent<
  'ApiKeyMade',
  {
    readonly userId: UserId;
    readonly name: string;
    readonly permissions: readonly PermissionName[];
    readonly userType: UserType;
    /** Null for every site. */
    readonly siteId: SiteId | null;
    readonly expiresAt: Instant;
    readonly madeBy: UserId;
    readonly at: Instant;
  }
>;
export type ApiKeyRevoked = DomainEvent<'ApiKeyRevoked', { readonly at: Instant }>;

export type UserEvent =
  | UserOpened
  | UserProfileChanged
  | UserPlaceChanged
  | UserDeactivated
  | UserReactivated
  | UserPasswordChanged
  | UserSessionsRevoked
  | UserUnlocked
  | UserSecondFactorEnrolled
  | UserRecoveryCodeUsed
  | UserSecondFactorReset
  | UserIdentityLinked
  | ApiKeyMade
  | ApiKeyRevoked;

/** Events of one role of accounts, stream `role-<id>`. Worker roles are the workforce's. */
export type RoleDefined = DomainEvent<
  'RoleDefined',
  {
    readonly roleId: number;
    /** Unique and immutable, e.g. `#INTRANET::FRONT_factory worker`. */
    readonly name: string;
    readonly permissions: readonly PermissionName[];
    readonly at: Instant;
  }
>;
export type RolePermissionsChanged = DomainEvent<
  'RolePermissionsChanged',
  { readonly permissions: readonly PermissionName[]; readonly at: Instant }
>;
export type RoleEvent = RoleDefined | RolePermissionsChanged;

/** Why a sign-in did not happen. Recorded, never returned to the caller. */
export type SignInFailure =
  | 'unknown_account'
  | 'wrong_password'
  | 'inactive_account'
  | 'locked'
  | 'unknown_worker'
  | 'wrong_pin'
  /** The password fitted; the code of the second factor did not. */
  | 'wrong_code'
  /** Single sign-on: the address belongs to another person of the provider. */
  | 'other_identity';

/**
 * One failed sign-in, in a separate stream (`sign-in-<uuid>`): simultaneous ones must not wait for each other.
 * Account and address are keyed digests, so that a series is visible without naming a person.
 */
export type SignInFailed = DomainEvent<
  'SignInFailed',
  {
    readonly userId: UserId | null;
    readonly account: string;
    readonly address: string;
    readonly why: SignInFailure;
    readonly failures: number;
    /** At a station: the worker whose PIN was wrong. */
    readonly workerId?: WorkerId;
    readonly at: Instant;
  }
>;

/** How an account proved who it is; `wall`: by the session of the person who put a screen on a wall. */
export type SignInKind = 'password' | 'sso' | 'wall';

/**
 * Events of one sign-in, stream `session-<uuid>`: it began, a worker came and went at a station, it was ended by the person.
 * An administrator's ending is the account's event; one that only ran out has none. Account and address are keyed digests.
 */
export type SignedIn = DomainEvent<
  'SignedIn',
  {
    readonly userId: UserId;
    readonly how: SignInKind;
    readonly account: string;
    readonly address: string;
    /** SHA-256 of the kept digest of the session's token, hex: a session that no sign-in began is found. Releases before wrote none. */
    readonly session?: string;
    readonly at: Instant;
  }
>;
export type SignedOut = DomainEvent<'SignedOut', { readonly userId: UserId; readonly at: Instant }>;
export type WorkerSignedIn = DomainEvent<
  'WorkerSignedIn',
  { readonly workerId: WorkerId; readonly at: Instant }
>;
export type WorkerSignedOut = DomainEvent<
  'WorkerSignedOut',
  { readonly workerId: WorkerId; readonly at: Instant }
>;
export type SessionEvent = SignedIn | SignedOut | WorkerSignedIn | WorkerSignedOut;

export type IdentityEvent = UserEvent | RoleEvent | SignInFailed | SessionEvent;
export type IdentityEventType = IdentityEvent['type'];

export const userStream = (id: UserId): string => `user-${id}`;
export const roleStream = (id: number): string => `role-${id}`;
export const sessionStream = (uuid: string): string => `session-${uuid}`;
export const signInStream = (uuid: string): string => `sign-in-${uuid}`;
