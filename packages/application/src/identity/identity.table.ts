import type { UserType } from '@atelier/domain/identity/contract.ts';
import type { PermissionName } from '@atelier/domain/shared/permissions.ts';
import type { ColumnType, Generated, Kysely } from 'kysely';
import type { Database } from '../platform/database.ts';

/** Rows of migrations/0012_accounts_and_sessions.sql. */
export interface RoleRow {
  id: number;
  name: string;
  permissions: PermissionName[];
  version: number;
  position: number;
}

/** `users.api_key`. */
export interface ApiKeyFacts {
  readonly name: string;
  readonly permissions: readonly PermissionName[];
  readonly expires_at: string;
  readonly made_by: number;
  readonly made_at: string;
}

export interface UserRow {
  id: number;
  email: string;
  name: string;
  last_name: string;
  user_type: UserType;
  site_id: number | null;
  roles: string[];
  active: boolean;
  /** What makes it the key of another system; null for people. */
  api_key: ApiKeyFacts | null;
  version: number;
  position: number;
}

export interface UserCredentialsRow {
  user_id: number;
  password_hash: string;
  changed_at: Date;
  /** Another person set it: its owner changes it first. */
  must_change: Generated<boolean>;
}

/** How a session began, `key` being an API key's only one, `wall` a screen's on a wall; the `loginType: 1` header belongs to 'sso' (product/calls.md §8). */
export type SessionKind = 'password' | 'sso' | 'key' | 'wall';

type Optional<T> = ColumnType<T | null, T | null | undefined, T | null>;

export interface SessionRow {
  id: string;
  token_hash: Buffer;
  user_id: number;
  kind: SessionKind;
  rights: string;
  worker_id: Optional<number>;
  worker_seen_at: Optional<Date>;
  created_at: Date;
  last_seen_at: Date;
  ends_at: Date;
  revoked_at: Optional<Date>;
}

export interface LoginAttemptRow {
  account: string;
  address: string;
  failures: number;
  last_at: Date;
  locked_until: Date | null;
}

export interface KnownAddressRow {
  account: string;
  address: string;
  last_at: Date;
}

export interface CaptchaRow {
  id: string;
  answer: string;
  issued_at: Date;
  expires_at: Date;
}

export interface LiveTicketRow {
  ticket_hash: Buffer;
  session_id: string;
  expires_at: Date;
}

export interface SsoAttemptRow {
  state_hash: Buffer;
  browser_hash: Buffer;
  verifier: string;
  nonce: string;
  expires_at: Date;
}

export interface UserIdentityRow {
  issuer: string;
  subject: string;
  user_id: number;
  linked_at: Date;
}

export interface SecondFactorRow {
  user_id: number;
  secret: Buffer;
  begun_at: Date;
  confirmed_at: Date | null;
  last_step: Generated<number>;
  recovery: Generated<string[]>;
}

declare module '../platform/database.ts' {
  interface Database {
    roles: RoleRow;
    users: UserRow;
    user_credentials: UserCredentialsRow;
    sessions: SessionRow;
    login_attempts: LoginAttemptRow;
    familiar_lines: KnownAddressRow;
    captchas: CaptchaRow;
    live_tickets: LiveTicketRow;
    sso_attempts: SsoAttemptRow;
    user_identities: UserIdentityRow;
    second_factors: SecondFactorRow;
  }
}

/** The database, with these tables in its type wherever it is named. */
export type IdentityDb = Kysely<Database>;
