import { describe, expect, it } from 'vitest';
import { OPERATOR } from '../shared/two-persons.ts';
import { UNUSUAL_LIMITS, UNUSUAL_RULES, unusualIn, type AuditedEvent, type UnusualRule } from './unusual.ts';

const NOON = '2026-11-20T12:00:00.000Z';
const event = (
  type: string,
  data: AuditedEvent['data'] = {},
  over: Partial<AuditedEvent> = {},
): AuditedEvent => ({
  type,
  data,
  streamId: 'item-1',
  recordedAt: NOON,
  occurredAt: NOON,
  isFromCall: true,
  actorId: 7,
  timeZone: 'Europe/Paris',
  ...over,
});
const moved = (move: string) => event('ItemStatusChanged', { move });
const later = (ms: number) => new Date(Date.parse(NOON) + ms).toISOString();

/** Per rule: events it names, and the nearest that it does not. */
const CASES: Readonly<Record<UnusualRule, readonly [named: AuditedEvent[], usual: AuditedEvent[]]>> = {
  undo: [[moved('undo')], [moved('forward'), event('ShipmentUnsent', { move: 'undo' })]],
  move_back: [[moved('rework'), moved('recall')], [moved('lateral')]],
  closing_undone: [[moved('undo-administrative')], [moved('cancel')]],
  received_without_package: [[moved('override')], [moved('store-reject')]],
  closed_unsigned: [[moved('administrative')], [event('ItemHandedOver', { how: 'pickup', signature: null })]],
  missing: [[event('ItemMarkedMissing'), event('ShipmentItemMissing')], [event('ItemFound')]],
  lost: [[event('ItemDeclaredLost')], [event('ShipmentItemWrittenOff')]],
  extra_piece: [[event('ShipmentExtraSetApart')], [event('ShipmentExtraAdopted')]],
  seal_broken: [[event('ShipmentUnsealed')], [event('ShipmentSealed')]],
  clock: [
    [
      event('ItemScanned', {}, { recordedAt: later(UNUSUAL_LIMITS.clockMs + 1) }),
      event('ItemScanned', {}, { recordedAt: later(-UNUSUAL_LIMITS.clockMs - 1) }),
    ],
    [
      event('ItemScanned', {}, { recordedAt: later(UNUSUAL_LIMITS.clockMs) }),
      event('ItemScanned', {}, { recordedAt: later(90 * UNUSUAL_LIMITS.clockMs), isFromCall: false }),
    ],
  ],
  fee_answered_in_shop: [
    [event('FeeApproved', { atShopNetwork: true }), event('FeeDeclined', { atShopNetwork: true })],
    [
      event('FeeApproved', { atShopNetwork: false }),
      event('FeeApproved'),
      event('FeeAccepted', { atShopNetwork: true }),
    ],
  ],
  refused_in_a_row: [[event('SignInFailed', { failures: 5 })], [event('SignInFailed', { failures: 4 })]],
  night: [
    [
      event(
        'ItemScanned',
        {},
        { occurredAt: '2026-11-20T21:00:00.000Z', recordedAt: '2026-11-20T21:00:00.000Z' },
      ),
      event(
        'ItemScanned',
        {},
        { occurredAt: '2026-11-20T03:59:59.999Z', recordedAt: '2026-11-20T03:59:59.999Z' },
      ),
      event(
        'ItemScanned',
        {},
        { timeZone: 'Asia/Tokyo', occurredAt: later(3_600_000), recordedAt: later(3_600_000) },
      ),
    ],
    [
      event(
        'ItemScanned',
        {},
        { occurredAt: '2026-11-20T20:59:59.999Z', recordedAt: '2026-11-20T20:59:59.999Z' },
      ),
      event(
        'ItemScanned',
        {},
        { occurredAt: '2026-11-20T04:00:00.000Z', recordedAt: '2026-11-20T04:00:00.000Z' },
      ),
      event(
        'ReminderDue',
        {},
        { actorId: null, occurredAt: '2026-11-20T23:00:00.000Z', recordedAt: '2026-11-20T23:00:00.000Z' },
      ),
      event(
        'UserOpened',
        {},
        { timeZone: null, occurredAt: '2026-11-20T23:00:00.000Z', recordedAt: '2026-11-20T23:00:00.000Z' },
      ),
    ],
  ],
  large_export: [[event('ExportCompleted', { rows: 500 })], [event('ExportCompleted', { rows: 499 })]],
  administrator_created: [
    [
      event('UserOpened', { userType: 'admin' }, { streamId: 'user-9' }),
      event('UserPlaceChanged', { userType: 'admin' }, { streamId: 'user-9' }),
    ],
    [
      event('UserOpened', { userType: 'shop' }, { streamId: 'user-9' }),
      event('UserOpened', { userType: 'admin' }, { streamId: 'user-9', actorId: null, timeZone: null }),
    ],
  ],
  password_set_by_another: [
    [
      event('UserPasswordChanged', {}, { streamId: 'user-9' }),
      event('UserPasswordChanged', {}, { streamId: 'user-9', actorId: OPERATOR, timeZone: null }),
    ],
    [
      event('UserPasswordChanged', {}, { streamId: 'user-7' }),
      event('UserPasswordChanged', {}, { streamId: 'user-9', actorId: null, timeZone: null }),
    ],
  ],
  second_factor_reset: [[event('UserSecondFactorReset')], [event('UserSecondFactorEnrolled')]],
  api_key_created: [[event('ApiKeyMade')], [event('ApiKeyRevoked')]],
  own_rights: [
    [
      event('UserPlaceChanged', {}, { streamId: 'user-7' }),
      event('UserUnlocked', {}, { streamId: 'user-7' }),
    ],
    [
      event('UserPlaceChanged', {}, { streamId: 'user-8' }),
      event('UserPasswordChanged', {}, { streamId: 'user-7' }),
    ],
  ],
  badge_revealed: [[event('WorkerBadgeRevealed')], [event('WorkerPinChanged')]],
  difference: [[event('DifferenceFound')], [event('DifferenceRepaired')]],
  sealing_refused: [[event('LogSealingRefused')], [event('LogSealingResumed')]],
  log_fault: [
    [event('LogVerificationFinished', { faultCount: 1 })],
    [event('LogVerificationFinished', { faultCount: 0 }), event('LogVerificationFailed')],
  ],
};

describe('what is out of the ordinary', () => {
  it.each(UNUSUAL_RULES)('is named by the rule %s, and its neighbour is not', (rule) => {
    const [named, usual] = CASES[rule];
    for (const each of named) expect(unusualIn(each)).toEqual([rule]);
    for (const each of usual) expect(unusualIn(each)).toEqual([]);
  });
});
