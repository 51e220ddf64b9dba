import { describe, expect, it } from 'vitest';
import { fold } from '../decider.ts';
import { decideUser } from './commands.ts';
import type { UserCommand } from './commands.ts';
import type { UserEvent } from './events.ts';
import { effectivePermissions } from './principal.ts';
import { lockSeconds } from './sign-in.ts';
import { evolveUser, initialUser, toUserRow } from './user.ts';
import type { UserState } from './user.ts';

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

function given(...commands: readonly UserCommand[]): UserState {
  return commands.reduce<UserState>((state, command) => {
    const decision = decideUser(command, state, { now });
    if (!decision.ok) throw new Error(decision.rejection.code);
    return fold<UserState, UserEvent>(evolveUser, state, decision.events);
  }, initialUser);
}

describe('an account', () => {
  it('opens with its address in lower case', () => {
    expect(toUserRow(given(open))).toEqual({
      id: 7,
      email: 'paris@demo.test',
      name: 'Ada Paris',
      last_name: 'Paris',
      user_type: 'shop',
      site_id: 1,
      roles: ['shop'],
      active: true,
    });
  });

  it('is opened once', () => {
    expect(decideUser(open, given(open), { now })).toEqual({
      ok: false,
      rejection: { code: 'already_exists' },
    });
  });

  it.each([
    ['shop', null],
    ['operation', null],
    ['admin', 3],
  ] as const)('of type %s does not stand at %s', (userType, siteId) => {
    expect(decideUser({ ...open, userType, siteId }, initialUser, { now })).toMatchObject({
      rejection: { code: 'invalid_input' },
    });
  });

  it('can be deactivated, and a second time changes nothing', () => {
    const state = given(open, { type: 'DeactivateUser' });
    expect(toUserRow(state)).toMatchObject({ active: false });
    expect(decideUser({ type: 'DeactivateUser' }, state, { now })).toEqual({ ok: true, events: [] });
  });

  it('keeps its row without a name once the person is erased', () => {
    const erased: UserEvent = {
      type: 'UserOpened',
      data: { userId: 7, userRef: 'user-7', profile: null, userType: 'shop', siteId: 1, roles: [], at: now },
    };
    expect(toUserRow(evolveUser(initialUser, erased))).toMatchObject({ email: 'erased-7', name: '' });
  });
});

describe('the station role', () => {
  const worker = { id: 1, workId: 'W0001', name: 'Lin', permissions: ['QC final'] as const };

  it('holds nothing until a worker signs in, whose list then replaces the account’s', () => {
    const roles = ['#INTRANET::FRONT_factory worker'];
    expect([...effectivePermissions(roles, ['repair process'], undefined)]).toEqual([]);
    expect([...effectivePermissions(roles, ['repair process'], worker)]).toEqual(['QC final']);
  });

  it('takes nothing from other roles', () => {
    expect([...effectivePermissions(['factory'], ['repair process'], undefined)]).toEqual(['repair process']);
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
    const out = evolveUser(given(open), { type: 'UserDeactivated', data: { at: now } });
    expect(out).toMatchObject({ active: false });
    expect(evolveUser(out, { type: 'UserReactivated', data: { at: now } })).toMatchObject({ active: true });
  });

  it('begins with its opening: what comes before it says nothing', () => {
    expect(evolveUser(initialUser, { type: 'UserDeactivated', data: { at: now } })).toEqual(initialUser);
  });

  it('keeps a row without name and address once the person is erased', () => {
    const state = given(open);
    if (state.kind === 'none') throw new Error('no account');
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
  const rejectionOf = (command: UserCommand, state: UserState) => {
    const decision = decideUser(command, state, { now });
    return decision.ok ? null : decision.rejection;
  };
  const noPlace = { code: 'invalid_input', details: { field: 'siteId' } };

  it.each([
    ['shop', 1, null],
    ['shop', null, noPlace],
    ['admin', null, null],
    ['admin', 1, noPlace],
  ] as const)('of type %s at site %j: %o', (userType, siteId, rejection) => {
    const place = { userType, siteId, roles: [userType] };
    expect(rejectionOf({ ...open, ...place }, initialUser)).toEqual(rejection);
    expect(rejectionOf({ type: 'ChangeUserPlace', ...place }, given(open))).toEqual(rejection);
  });
});
