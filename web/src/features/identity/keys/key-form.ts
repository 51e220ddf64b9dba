import { PERMISSIONS_OF_PERSONS, latestLastDay } from '@atelier/domain/identity/api-keys.ts';
import { HOUSE_PERMISSIONS } from '@atelier/domain/identity/house.ts';
import type { PermissionName } from '@atelier/domain/shared/permissions.ts';
import type { ApiError } from '../../../lib/api/api-error.ts';
import type { Issues } from '../../../shared/form/use-issue-form.ts';

/** What is typed about a new key, as the fields hold it. */
export interface KeyValues {
  readonly name: string;
  readonly permissions: readonly string[];
  /** Empty for every site. */
  readonly site_id: string;
  readonly last_day: string;
}

export type KeyIssues = Issues<KeyValues>;

const DAYS = 90;
const DAY_MS = 86_400_000;
const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** @param siteId the account's site, which it cannot change; empty for accounts that see all */
export const newKey = (now: number, siteId: string): KeyValues => ({
  name: '',
  permissions: [],
  site_id: siteId,
  last_day: dayOf(now + DAYS * DAY_MS),
});

/** The days between which the last one is chosen. */
export const lastDays = (now: number) => ({
  min: dayOf(now),
  max: latestLastDay(new Date(now).toISOString()),
});

const isOf = (set: ReadonlySet<PermissionName>, name: string): boolean => set.has(name as PermissionName);

/** What of a person's permissions a key may have: at one site none that reaches the whole house. */
export const grantable = (held: readonly string[], siteId: string): readonly string[] =>
  held.filter(
    (each) => !isOf(PERMISSIONS_OF_PERSONS, each) && (siteId === '' || !isOf(HOUSE_PERMISSIONS, each)),
  );

/** What can be said before asking the server. */
export const keyIssues =
  (now: number) =>
  ({ name, permissions, site_id: siteId, last_day: lastDay }: KeyValues): KeyIssues => {
    const { min, max } = lastDays(now);
    return {
      ...(name.trim() === '' && { name: 'required' }),
      ...(grantable(permissions, siteId).length === 0 && { permissions: 'permission_required' }),
      ...((lastDay < min || lastDay > max) && { last_day: 'last_day' }),
    };
  };

/** What is sent: a permission chosen before the site, and no longer offered there, is left out. */
export const keyBody = ({ name, permissions, site_id: siteId, last_day }: KeyValues) => ({
  name: name.trim(),
  permissions: grantable(permissions, siteId),
  site_id: siteId === '' ? null : Number(siteId),
  last_day,
});

/** The codes of refusals whose words stand beside a field. */
export const BESIDE_FIELDS = [
  'permission_of_persons',
  'permission_not_held',
  'permission_of_house',
  'site_not_reached',
  'invalid_site',
  'day_past',
  'day_far',
  'invalid_input',
];

const BY_FIELD: Readonly<Record<string, string>> = {
  permissions: 'permission_not_held',
  site_id: 'invalid_site',
  last_day: 'last_day',
};

/** The server's refusal, field by field. */
export function issuesOf(error: ApiError): KeyIssues {
  const entries = error.errors.map(({ path, code }) => {
    const field = path.split('.')[0] ?? path;
    return [field, code === 'permission_of_house' ? code : (BY_FIELD[field] ?? 'required')];
  });
  return Object.fromEntries(entries) as KeyIssues;
}
