import { describe, expect, it } from 'vitest';
import type { PermissionName } from '../shared/permissions.ts';
import {
  apiKeyIssue,
  decideApiKey,
  endOfKey,
  lastDayOf,
  latestLastDay,
  PERMISSIONS_OF_PERSONS,
  type ApiKeyMaker,
  type MakeApiKey,
  type WantedApiKey,
} from './api-keys.ts';
import { decideUser } from './commands.ts';
import type { UserEvent } from './events.ts';
import { evolveUser, initialUser, toUserRow } from './user.ts';

const now = '2026-11-23T23:59:59.999Z';
const wanted: WantedApiKey = {
  name: 'Webshop',
  permissions: ['export', 'client search'],
  siteId: 1,
  lastDay: '2026-12-31',
};
const admin: ApiKeyMaker = {
  userId: 7,
  permissions: new Set<PermissionName>(['export', 'client search', 'manage user', 'decide erasure']),
  reachesAll: true,
  siteId: undefined,
};
const manager: ApiKeyMaker = { ...admin, reachesAll: false, siteId: 1 };
const make: MakeApiKey = { type: 'MakeApiKey', ...wanted, userId: 90, userType: 'shop', madeBy: 7 };

const issue = (more: Partial<WantedApiKey>, maker = admin) =>
  apiKeyIssue({ ...wanted, ...more }, maker, now)?.code;
const after = (...events: readonly UserEvent[]) => events.reduce(evolveUser, initialUser);
const made = after(...accepted(make));

function accepted(command: Parameters<typeof decideApiKey>[0], state = initialUser): readonly UserEvent[] {
  const decision = decideApiKey(command, state, { now });
  if (!decision.ok) throw new Error(decision.rejection.code);
  return decision.events;
}

describe('what a key may be given', () => {
  it('is what its maker has', () => {
    expect(issue({})).toBeUndefined();
    expect(issue({ permissions: ['export', 'take payment'] })).toBe('permission_not_held');
  });

  it.each([...PERMISSIONS_OF_PERSONS])('is never to %s, also when its maker may', (permission) => {
    expect(issue({ permissions: ['export', permission] })).toBe('permission_of_persons');
  });

  it('reaches no further than its maker', () => {
    expect(issue({ siteId: null })).toBeUndefined();
    expect(issue({ siteId: 2 })).toBeUndefined();
    expect(issue({}, manager)).toBeUndefined();
    expect(issue({ siteId: 2 }, manager)).toBe('site_not_reached');
    expect(issue({ siteId: null }, manager)).toBe('site_not_reached');
  });

  it('has a last day from today to a year on', () => {
    expect(latestLastDay(now)).toBe('2027-11-24');
    expect(issue({ lastDay: '2026-11-22' })).toBe('day_past');
    expect(issue({ lastDay: '2026-11-23' })).toBeUndefined();
    expect(issue({ lastDay: '2027-11-24' })).toBeUndefined();
    expect(issue({ lastDay: '2027-11-25' })).toBe('day_far');
  });
});

describe('an API key', () => {
  it('is an account without roles and address, which holds to the end of its last day', () => {
    expect(endOfKey('2026-12-31')).toBe('2027-01-01T00:00:00.000Z');
    expect(lastDayOf('2027-01-01T00:00:00.000Z')).toBe('2026-12-31');
    expect(toUserRow(made)).toEqual({
      id: 90,
      email: 'api-key-90',
      name: 'Webshop (API)',
      last_name: '',
      user_type: 'shop',
      site_id: 1,
      roles: [],
      active: true,
      api_key: {
        name: 'Webshop',
        permissions: ['export', 'client search'],
        expires_at: '2027-01-01T00:00:00.000Z',
        made_by: 7,
        made_at: now,
      },
    });
  });

  it('is revoked once', () => {
    const [revoked, ...rest] = accepted({ type: 'RevokeApiKey' }, made);
    expect([revoked, rest]).toEqual([{ type: 'ApiKeyRevoked', data: { at: now } }, []]);
    const ended = after(...accepted(make), ...(revoked ? [revoked] : []));
    expect(toUserRow(ended)).toMatchObject({ active: false });
    expect(accepted({ type: 'RevokeApiKey' }, ended)).toEqual([]);
  });

  it('is made once, and only a key is revoked', () => {
    expect(decideApiKey(make, made, { now })).toMatchObject({
      ok: false,
      rejection: { code: 'already_exists' },
    });
    expect(decideApiKey({ type: 'RevokeApiKey' }, initialUser, { now })).toMatchObject({
      ok: false,
      rejection: { code: 'not_found' },
    });
  });

  it('takes no command of a person’s account', () => {
    const commands = [{ type: 'ReactivateUser' }, { type: 'ChangeUserPassword' }] as const;
    for (const command of commands)
      expect(decideUser(command, made, { now })).toMatchObject({
        ok: false,
        rejection: { code: 'not_found' },
      });
    expect(after(...accepted(make), { type: 'UserReactivated', data: { at: now } })).toEqual(made);
  });
});
