import { describe, expect, it } from 'vitest';
import { specify } from '../testing.ts';
import { decideUser, type UserCommand } from './commands.ts';
import type { UserEvent } from './events.ts';
import { effectivePermissions } from './principal.ts';
import { lockSeconds } from './sign-in.ts';
import { evolveUser, initialUser, toUserRow } from './user.ts';

const now = '2026-11-20T08:00:00.000Z';
const profile = { email: ' Paris@Demo.test ', name: 'Ada Paris', lastName: 'Paris' };
const open: UserCommand = {
  type: 'OpenUser',
  userId: 7,
  profile,
  userType: 'shop',
  siteId: 1,
  roles: ['shop'],
};

const { given, eventsOf } = specify(
  { initialState: initialUser, evolve: evolveUser, decide: decideUser },
  { now },
);
const opened = eventsOf(open);

describe('an account', () => {
  it('opens with its address in lower case', () => {
    expect(toUserRow(given(...opened).state)).toEqual({
      id: 7,
      email: 'paris@demo.test',
      name: 'Ada Paris',
      last_name: 'Paris',
      user_type: 'shop',
      site_id: 1,
      roles: ['shop'],
      active: true,
      api_key: null,
    });
  });

  it('is opened once', () => {
    given(...opened)
      .when(open)
      .thenRejected({ code: 'already_exists' });
  });

  it.each([
    ['shop', null],
    ['operation', null],
    ['admin', 3],
  ] as const)('of type %s does not stand at %s', (userType, siteId) => {
    given()
      .when({ ...open, userType, siteId })
      .thenRejected('invalid_input');
  });

  it('can be deactivated, and a second time changes nothing', () => {
    const deactivated = given(...eventsOf(open, { type: 'DeactivateUser' }));
    expect(toUserRow(deactivated.state)).toMatchObject({ active: false });
    deactivated.when({ type: 'DeactivateUser' }).thenNothing();
  });

  it('keeps its row without a name once the person is erased', () => {
    const erased: UserEvent = {
      type: 'UserOpened',
      data: { userId: 7, userRef: 'user-7', profile: null, userType: 'shop', siteId: 1, roles: [], at: now },
    };
    expect(toUserRow(given(erased).state)).toMatchObject({ email: 'erased-7', name: '' });
  });
});

describe('what may be asked of an account', () => {
  it.each<[UserCommand, UserEvent]>([
    [{ type: 'ChangeUserPassword' }, { type: 'UserPasswordChanged', data: { at: now } }],
    [{ type: 'RevokeUserSessions' }, { type: 'UserSessionsRevoked', data: { at: now } }],
    [{ type: 'UnlockUser' }, { type: 'UserUnlocked', data: { at: now } }],
    [
      { type: 'LinkIdentity', issuer: 'idp' },
      { type: 'UserIdentityLinked', data: { issuer: 'idp', at: now } },
    ],
    [{ type: 'DeactivateUser' }, { type: 'UserDeactivated', data: { at: now } }],
  ])('%o: recorded, and not found before the account is opened', (command, event) => {
    given(...opened)
      .when(command)
      .then(event);
    given().when(command).thenRejected('not_found');
  });
});

describe('the station role', () => {
  const holder = (roles: readonly string[]) => ({
    roles,
    permissions: ['repair process'] as const,
    userType: 'operation' as const,
    siteId: 3,
  });
  const worker = { id: 1, workId: 'W0001', name: 'Lin', permissions: ['QC final'] as const };

  it('holds nothing until a worker signs in, whose list then replaces the account’s', () => {
    const roles = ['#INTRANET::FRONT_factory worker'];
    expect([...effectivePermissions(holder(roles), undefined)]).toEqual([]);
    expect([...effectivePermissions(holder(roles), worker)]).toEqual(['QC final']);
  });

  it('takes nothing from other roles', () => {
    expect([...effectivePermissions(holder(['factory']), undefined)]).toEqual(['repair process']);
  });
});

describe('the countdown of a lock', () => {
  it.each([
    [60_000, 60],
    [59_001, 60],
    [1, 1],
    [0, 0],
    [-5, 0],
  ])('with %i ms left says %i s', (left, seconds) => {
    expect(lockSeconds(1_000_000 + left, 1_000_000)).toBe(seconds);
  });
});

describe('what an account goes through', () => {
  it('is out of use until it is used again', () => {
    const deactivated: UserEvent = { type: 'UserDeactivated', data: { at: now } };
    const reactivated: UserEvent = { type: 'UserReactivated', data: { at: now } };
    expect(given(...opened, deactivated).state).toMatchObject({ active: false });
    expect(given(...opened, deactivated, reactivated).state).toMatchObject({ active: true });
  });

  it('begins with its opening: what comes before it says nothing', () => {
    expect(given({ type: 'UserDeactivated', data: { at: now } }).state).toEqual(initialUser);
  });

  it('keeps a row without name and address once the person is erased', () => {
    const { state } = given(...opened);
    if (state.kind !== 'open') throw new Error('no account');
    expect(toUserRow({ ...state, profile: null })).toMatchObject({
      email: 'erased-7',
      name: '',
      last_name: '',
    });
  });

  it('has no row without a history', () => {
    expect(() => toUserRow(initialUser)).toThrow('without history');
  });
});

describe('the place of an account (product/identity.md §6)', () => {
  it.each([
    ['shop', 1],
    ['admin', null],
  ] as const)('of type %s may be site %j', (userType, siteId) => {
    const place = { userType, siteId, roles: [userType] };
    given()
      .when({ ...open, ...place })
      .thenTypes('UserOpened');
    given(...eventsOf({ ...open, userType: 'operation', siteId: 2 }))
      .when({ type: 'ChangeUserPlace', ...place })
      .thenTypes('UserPlaceChanged');
  });

  it.each([
    ['shop', null],
    ['admin', 1],
  ] as const)('of type %s is never site %j', (userType, siteId) => {
    const place = { userType, siteId, roles: [userType] };
    const noPlace = { field: 'siteId' };
    given()
      .when({ ...open, ...place })
      .thenRejected('invalid_input', noPlace);
    given(...opened)
      .when({ type: 'ChangeUserPlace', ...place })
      .thenRejected('invalid_input', noPlace);
  });
});
