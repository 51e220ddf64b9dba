import { describe, expect, it } from 'vitest';
import { OCSF_TYPES } from './ocsf-meanings.ts';
import { toOcsf } from './ocsf.ts';
import { logged } from './testing-logged.ts';

/** The type of OCSF (class and activity), the activity's name, severity and outcome. */
const LINES: Readonly<Record<string, string>> = {
  SignedIn: '300201 Logon 1 Success',
  SignedOut: '300202 Logoff 1 Success',
  WorkerSignedIn: '300201 Logon 1 Success',
  WorkerSignedOut: '300202 Logoff 1 Success',
  SignInFailed: '300201 Logon 2 Failure',
  UserOpened: '300101 Create 2 Success',
  UserProfileChanged: '300199 Profile Changed 2 Success',
  UserPlaceChanged: '300502 Revoke Privileges 2 Success',
  UserDeactivated: '300105 Disable 2 Success',
  UserReactivated: '300102 Enable 2 Success',
  UserPasswordChanged: '300103 Password Change 2 Success',
  UserSessionsRevoked: '300202 Logoff 2 Success',
  UserUnlocked: '300112 Unlock 2 Success',
  UserSecondFactorEnrolled: '300110 MFA Factor Enable 2 Success',
  UserRecoveryCodeUsed: '300199 Recovery Code Used 2 Success',
  UserSecondFactorReset: '300111 MFA Factor Disable 2 Success',
  UserIdentityLinked: '300199 Identity Linked 2 Success',
  ApiKeyMade: '300101 Create 2 Success',
  ApiKeyRevoked: '300105 Disable 2 Success',
  WebhookMade: '300401 Create 2 Success',
  WebhookChanged: '300403 Update 2 Success',
  WebhookSwitchedOff: '300403 Update 2 Success',
  WebhookSwitchedOn: '300403 Update 2 Success',
  WebhookKeyRotated: '300403 Update 2 Success',
  WebhookReplayAsked: '300403 Update 2 Success',
  RoleDefined: '300606 Create 2 Success',
  RolePermissionsChanged: '300602 Revoke Privileges 2 Success',
  WorkerRegistered: '300101 Create 2 Success',
  WorkerChanged: '300199 Profile Changed 2 Success',
  WorkerDeactivated: '300105 Disable 2 Success',
  WorkerReactivated: '300102 Enable 2 Success',
  WorkerPinChanged: '300103 Password Change 2 Success',
  WorkerBadgeRevealed: '600501 Read 1 Success workers',
  WorkerRoleDefined: '300606 Create 2 Success',
  WorkerRoleChanged: '300602 Revoke Privileges 2 Success',
  WorkerRoleDeleted: '300605 Delete 2 Success',
  ConfigValueChanged: '300403 Update 2 Success',
  ConfigChangeWithdrawn: '300404 Delete 2 Success',
  ExportRequested: '600504 Query 1 Success items',
  ExportCompleted: '600501 Read 1 Success items',
  ExportFailed: '600501 Read 1 Failure items',
  ExportCancelled: '600599 Export Cancelled 1 Success items',
  ExportFileRemoved: '600507 Delete 1 Success export_files',
  LogStreamed: '600504 Query 1 Success events',
  DisputeFileMade: '600501 Read 1 Success items',
  ErasureRequested: '600301 Create 2 Success privacy.erasure.request',
  ErasureApproved: '600303 Update 2 Success privacy.erasure.approve',
  ErasureRefused: '600303 Update 2 Success privacy.erasure.refuse',
  ErasureWithdrawn: '600303 Update 2 Success privacy.erasure.withdraw',
  ErasureStarted: '600303 Update 2 Success privacy.erasure.carry_out',
  ErasureCompleted: '600507 Delete 1 Success customers',
  ErasureKept: '600303 Update 2 Success privacy.erasure.keep',
  RetentionScheduleProposed: '600301 Create 2 Success privacy.retention.propose',
  RetentionScheduleApproved: '600303 Update 2 Success privacy.retention.approve',
  RetentionScheduleRefused: '600303 Update 2 Success privacy.retention.refuse',
  RetentionScheduleWithdrawn: '600303 Update 2 Success privacy.retention.withdraw',
  RetentionRunStarted: '600301 Create 2 Success privacy.retention.run.start',
  RetentionRunApproved: '600303 Update 2 Success privacy.retention.run.approve',
  RetentionRunRefused: '600303 Update 2 Success privacy.retention.run.refuse',
  RetentionRunEnded: '600303 Update 2 Success privacy.retention.run.end',
  LegalHoldPlaced: '600301 Create 2 Success privacy.legal_hold.place',
  LegalHoldReleased: '600304 Delete 2 Success privacy.legal_hold.release',
  PersonExportRequested: '600504 Query 1 Success customers',
  PersonExportCompleted: '600501 Read 1 Success customers',
  PersonExportFailed: '600501 Read 1 Failure customers',
  PersonExportRead: '600501 Read 1 Success customers',
  PersonExportRemoved: '600507 Delete 1 Success customers',
  AuditReading: '600501 Read 1 Success list',
};

describe('what events are in OCSF', () => {
  it('is said of exactly these', () => {
    expect(OCSF_TYPES.toSorted()).toEqual(Object.keys(LINES).toSorted());
  });

  it.each(Object.entries(LINES))('%s is %s', (type, line) => {
    const event = toOcsf(logged('stream-1', type, {}), []);
    const object = event?.table?.name ?? event?.api?.operation;
    const said = [event?.type_uid, event?.activity_name, event?.severity_id, event?.status, object];
    expect(said.filter((part) => part !== undefined).join(' ')).toBe(line);
  });

  it.each(['SubjectHoldChanged', 'SubjectErasureChanged', 'PersonExportKeyKept', 'RetentionBatchAsked'])(
    'is nothing for %s',
    (type) => expect(toOcsf(logged('stream-1', type, {}), [])).toBeNull(),
  );

  it.each([
    ['unknown_account', 'USER_DOES_NOT_EXIST'],
    ['wrong_password', 'INVALID_CREDENTIALS'],
    ['inactive_account', 'ACCOUNT_DISABLED'],
    ['locked', 'ACCOUNT_LOCKED_OUT'],
    ['unknown_worker', 'USER_DOES_NOT_EXIST'],
    ['wrong_pin', 'INVALID_CREDENTIALS'],
    ['wrong_code', 'INVALID_CREDENTIALS'],
    ['other_identity', 'INVALID_CREDENTIALS'],
  ])('a sign-in refused for %s failed with %s', (why, detail) => {
    expect(toOcsf(logged('sign-in-1', 'SignInFailed', { why }), [])?.status_detail).toBe(detail);
  });

  it.each(['ExportFailed', 'PersonExportFailed'])('%s says its code', (type) => {
    expect(toOcsf(logged('export-1', type, { code: 'too_many' }), [])?.status_detail).toBe('too_many');
  });

  it('names a setting by its key, a dispute’s piece and a role by number and name', () => {
    expect(toOcsf(logged('system-config', 'ConfigValueChanged', { key: 'fees.max' }), [])?.entity).toEqual({
      uid: 'fees.max',
      type: 'Configuration',
      type_id: 99,
    });
    expect(toOcsf(logged('item-42', 'DisputeFileMade', { itemId: 42 }), [])?.table).toEqual({
      name: 'items',
      uid: 'item-42',
    });
    const role = { key: 'shop', permissions: ['export', 7] };
    expect(toOcsf(logged('role-3', 'RoleDefined', role), [])).toMatchObject({
      group: { uid: 'role-3', name: 'shop' },
      privileges: ['export'],
    });
  });

  it.each([
    ['SignedIn', 'user-0'],
    ['WorkerSignedIn', 'worker-0'],
  ])('%s without a number is nobody’s: %s', (type, uid) => {
    expect(toOcsf(logged('session-1', type, {}), [])?.user?.uid).toBe(uid);
  });

  it('names the product and the log that it comes from', () => {
    expect(toOcsf(logged('session-1', 'SignedIn', { userId: 7 }), [])?.metadata).toMatchObject({
      product: { name: 'Atelier', vendor_name: 'Atelier' },
      log_name: 'events',
      event_code: 'SignedIn',
    });
  });

  it('links events by the kinds of observables that OCSF has for users and endpoints', () => {
    const signedIn = logged('session-1', 'SignedIn', { userId: 7, address: 'b2' });
    expect(toOcsf(signedIn, [])?.observables).toEqual([
      { name: 'actor.user.uid', type_id: 31, value: 'user-7' },
      { name: 'user.uid', type_id: 31, value: 'user-7' },
      { name: 'src_endpoint.uid', type_id: 48, value: 'b2' },
    ]);
  });
});
