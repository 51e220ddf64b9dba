import { accept, reject, type Decision } from '../decider.ts';
import type { Instant, SiteId, UserId } from '../kernel.ts';
import type { PermissionName } from '../shared/permissions.ts';
import { API_KEY_LIMITS, type UserType } from './contract.ts';
import type { ApiKeyMade, UserEvent } from './events.ts';
import { HOUSE_PERMISSIONS } from './house.ts';
import type { UserState } from './user.ts';

/** What only a person may do: let people in, and have persons forgotten, which takes two. */
export const PERMISSIONS_OF_PERSONS: ReadonlySet<PermissionName> = new Set<PermissionName>([
  'manage user',
  'request erasure',
  'decide erasure',
]);

/** What is asked for a key: what it is called, may do and reach, and the last day on which it holds. */
export interface WantedApiKey {
  readonly name: string;
  readonly permissions: readonly PermissionName[];
  /** Null for every site. */
  readonly siteId: SiteId | null;
  /** `YYYY-MM-DD`; the key holds to the end of this day, UTC. */
  readonly lastDay: string;
}

/** Who makes a key: it never gets more than they have. */
export interface ApiKeyMaker {
  readonly userId: UserId;
  readonly permissions: ReadonlySet<PermissionName>;
  readonly reachesAll: boolean;
  readonly siteId: SiteId | undefined;
}

/** A field of what is asked, and why it cannot be. */
export interface ApiKeyIssue {
  readonly field: 'permissions' | 'site_id' | 'last_day';
  readonly code:
    | 'permission_of_persons'
    | 'permission_not_held'
    | 'permission_of_house'
    | 'site_not_reached'
    | 'day_past'
    | 'day_far';
}

const DAY_MS = 86_400_000;
const startOf = (day: string): number => Date.parse(`${day}T00:00:00.000Z`);

/** The moment from which a key no longer holds: the midnight (UTC) after its last day. */
export const endOfKey = (lastDay: string): Instant => new Date(startOf(lastDay) + DAY_MS).toISOString();

/** The last day of a key that expires then. */
export const lastDayOf = (expiresAt: Instant): string =>
  new Date(Date.parse(expiresAt) - DAY_MS).toISOString().slice(0, 10);

/** The last day that may be chosen today. */
export const latestLastDay = (now: Instant): string =>
  new Date(startOf(now.slice(0, 10)) + API_KEY_LIMITS.days * DAY_MS).toISOString().slice(0, 10);

/** Why this maker may not make this key; undefined when they may. */
export function apiKeyIssue(wanted: WantedApiKey, maker: ApiKeyMaker, now: Instant): ApiKeyIssue | undefined {
  const { permissions, siteId, lastDay } = wanted;
  if (permissions.some((each) => PERMISSIONS_OF_PERSONS.has(each)))
    return { field: 'permissions', code: 'permission_of_persons' };
  if (permissions.some((each) => !maker.permissions.has(each)))
    return { field: 'permissions', code: 'permission_not_held' };
  if (siteId !== null && permissions.some((each) => HOUSE_PERMISSIONS.has(each)))
    return { field: 'permissions', code: 'permission_of_house' };
  if (!maker.reachesAll && siteId !== maker.siteId) return { field: 'site_id', code: 'site_not_reached' };
  if (lastDay < now.slice(0, 10)) return { field: 'last_day', code: 'day_past' };
  return lastDay > latestLastDay(now) ? { field: 'last_day', code: 'day_far' } : undefined;
}

export interface MakeApiKey extends WantedApiKey {
  readonly type: 'MakeApiKey';
  readonly userId: UserId;
  /** By the kind of the site; `admin` for every site. */
  readonly userType: UserType;
  readonly madeBy: UserId;
}

export type ApiKeyCommand = MakeApiKey | { readonly type: 'RevokeApiKey' };

/** Decides about the account that a key is. Revoking what is revoked changes nothing and is no failure. */
export function decideApiKey(
  command: ApiKeyCommand,
  state: UserState,
  { now }: { readonly now: Instant },
): Decision<UserEvent> {
  if (command.type === 'MakeApiKey')
    return state.kind === 'none' ? accept(made(command, now)) : reject('already_exists');
  if (state.kind !== 'key') return reject('not_found');
  return state.active ? accept({ type: 'ApiKeyRevoked', data: { at: now } }) : accept();
}

function made(command: MakeApiKey, at: Instant): ApiKeyMade {
  const { userId, name, permissions, userType, siteId, lastDay, madeBy } = command;
  const expiresAt = endOfKey(lastDay);
  return {
    type: 'ApiKeyMade',
    data: { userId, name, permissions, userType, siteId, expiresAt, madeBy, at },
  };
}
