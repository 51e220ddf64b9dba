import { describe, expect, it } from 'vitest';
import {
  actingAccount,
  INSTALLATION_ACTOR,
  notTwoPersons,
  OPERATOR,
  OPERATOR_ACTOR,
  tiesAt,
  type AccountAct,
} from './two-persons.ts';

const NOW = '2026-11-26T12:00:00.000Z';
const [ASKER, DECIDER, THIRD, HELPER] = [1, 2, 3, 4];

const act = (type: string, accountId: number, actorId: number | null, daysAgo = 1): AccountAct => ({
  type,
  accountId,
  actorId,
  recordedAt: new Date(Date.parse(NOW) - daysAgo * 86_400_000).toISOString(),
});
const verdict = (...acts: readonly AccountAct[]) => {
  return notTwoPersons(ASKER, DECIDER, tiesAt(acts, NOW)) ?? 'two persons';
};

describe('the account behind an actor', () => {
  it('is the operator’s for what was done at the console, and none for the installation', () => {
    expect(actingAccount({ kind: 'user', id: '7' })).toBe(7);
    expect(actingAccount({ kind: 'system', id: OPERATOR_ACTOR })).toBe(OPERATOR);
    expect(actingAccount({ kind: 'system', id: INSTALLATION_ACTOR })).toBeNull();
  });
});

describe('who decides what another account asked for', () => {
  it('may be an account that the system opened', () => {
    expect(verdict()).toBe('two persons');
    expect(verdict(act('UserOpened', DECIDER, null), act('UserOpened', ASKER, null))).toBe('two persons');
  });

  it('is never the account that asked', () => {
    expect(notTwoPersons(ASKER, ASKER, [])).toBe('other_person_needed');
  });

  it.each([
    'UserOpened',
    'UserPasswordChanged',
    'UserProfileChanged',
    'UserPlaceChanged',
    'UserReactivated',
    'UserUnlocked',
  ])('is no account on which the asker acted within thirty days: %s', (type) => {
    expect(verdict(act(type, DECIDER, ASKER))).toBe('decider_not_independent');
    expect(verdict(act(type, DECIDER, ASKER, 29.9))).toBe('decider_not_independent');
    expect(verdict(act(type, DECIDER, ASKER, 30))).toBe('two persons');
    expect(verdict(act(type, DECIDER, DECIDER))).toBe('two persons');
  });

  it('is no account that acted on the asker’s, which may be a second account of the decider', () => {
    expect(verdict(act('UserOpened', ASKER, DECIDER))).toBe('decider_not_independent');
    expect(verdict(act('UserUnlocked', ASKER, DECIDER))).toBe('decider_not_independent');
  });

  it('is no account that the asker reaches through a third one', () => {
    expect(verdict(act('UserOpened', THIRD, ASKER), act('UserOpened', DECIDER, THIRD))).toBe(
      'decider_not_independent',
    );
    expect(verdict(act('UserPasswordChanged', THIRD, ASKER), act('UserUnlocked', DECIDER, THIRD))).toBe(
      'decider_not_independent',
    );
    expect(
      verdict(
        act('UserOpened', THIRD, ASKER),
        act('UserOpened', HELPER, THIRD),
        act('UserOpened', DECIDER, HELPER),
      ),
    ).toBe('decider_not_independent');
  });

  it('is no account of which one person knows the password as well as the asker’s', () => {
    expect(verdict(act('UserOpened', ASKER, THIRD), act('UserOpened', DECIDER, THIRD))).toBe(
      'decider_not_independent',
    );
  });

  it('may be an account that a third person opened, or unlocked like the asker’s', () => {
    expect(verdict(act('UserOpened', DECIDER, THIRD))).toBe('two persons');
    expect(verdict(act('UserUnlocked', DECIDER, THIRD), act('UserUnlocked', ASKER, THIRD))).toBe(
      'two persons',
    );
    expect(verdict(act('UserPlaceChanged', THIRD, ASKER), act('UserOpened', DECIDER, THIRD))).toBe(
      'two persons',
    );
  });

  it('is no account that the operator gave access to as well as to the asker’s', () => {
    const password = (accountId: number) => act('UserPasswordChanged', accountId, OPERATOR);
    expect(verdict(password(ASKER), password(DECIDER))).toBe('decider_not_independent');
    expect(verdict(password(ASKER), act('UserOpened', DECIDER, OPERATOR))).toBe('decider_not_independent');
    expect(verdict(password(ASKER))).toBe('two persons');
  });

  it('is not hindered by what gives no hold', () => {
    expect(verdict(act('UserDeactivated', DECIDER, ASKER), act('UserSessionsRevoked', DECIDER, ASKER))).toBe(
      'two persons',
    );
  });

  it('is not judged where the schedule asked', () => {
    expect(notTwoPersons(null, DECIDER, [])).toBeNull();
  });
});
