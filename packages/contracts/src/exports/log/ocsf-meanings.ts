import type { IdentityEventType, SignInFailure } from '@atelier/domain/identity/events.ts';
import type { PrivacyEvent } from '@atelier/domain/privacy/events.ts';
import type { ConfigEventType } from '@atelier/domain/system/events.ts';
import type { WebhookEventType } from '@atelier/domain/webhooks/events.ts';
import type { WorkforceEventType } from '@atelier/domain/workforce/events.ts';
import type { DisputeFileMade, ExportEvent, LogStreamed } from '@atelier/domain/exports/events.ts';
import { type LoggedEvent, numberIn, subjectOf, textIn } from './logged-event.ts';
import type { OcsfActivity, OcsfClass, OcsfFields, OcsfSeverity, OcsfUser } from './ocsf-shapes.ts';

/** What an event of the log is in OCSF. */
export interface OcsfMeaning {
  readonly of: OcsfClass;
  /** What was done; where the event's data decides it, a function. */
  readonly activity: OcsfActivity | ((event: LoggedEvent) => OcsfActivity);
  readonly severity?: OcsfSeverity;
  readonly failure?: true;
  readonly fields: (event: LoggedEvent) => OcsfFields;
  readonly detail?: (event: LoggedEvent) => string | null;
}

type SecurityEventType =
  | IdentityEventType
  | WorkforceEventType
  | ConfigEventType
  | WebhookEventType
  | (ExportEvent | LogStreamed | DisputeFileMade | PrivacyEvent)['type']
  | 'AuditReading';

const SERVICE = { name: 'Atelier' };

const person = (kind: 'user' | 'worker', id: number): OcsfUser => ({ uid: `${kind}-${id}`, type_id: 1 });

/** Whom a stream of an account or a worker is about. */
function ownerOf({ streamId }: LoggedEvent): OcsfUser {
  const { kind, id } = subjectOf(streamId) ?? { kind: 'user', id: 0 };
  return person(kind === 'worker' ? 'worker' : 'user', id);
}

/** Who tried to sign in: an account by number, and an unknown one by the keyed digest of what was typed. */
function triedBy({ data }: LoggedEvent): OcsfUser {
  const [id, digest] = [numberIn(data['userId']), textIn(data['account']) ?? 'unknown'];
  return id === null ? { uid: digest, type_id: 0 } : { ...person('user', id), uid_alt: digest };
}

const FAILURES: Readonly<Record<SignInFailure, string>> = {
  unknown_account: 'USER_DOES_NOT_EXIST',
  wrong_password: 'INVALID_CREDENTIALS',
  inactive_account: 'ACCOUNT_DISABLED',
  locked: 'ACCOUNT_LOCKED_OUT',
  unknown_worker: 'USER_DOES_NOT_EXIST',
  wrong_pin: 'INVALID_CREDENTIALS',
  wrong_code: 'INVALID_CREDENTIALS',
  other_identity: 'INVALID_CREDENTIALS',
};
const isFailure = (why: string): why is SignInFailure => why in FAILURES;
function failureOf({ data }: LoggedEvent): string | null {
  const why = textIn(data['why']);
  return why !== null && isFailure(why) ? FAILURES[why] : null;
}

const sessionOf = ({ streamId }: LoggedEvent) => ({ uid: streamId.replace(/^session-/, '') });

const LOGON = [1, 'Logon'] as const;
const LOGOFF = [2, 'Logoff'] as const;
const signing = (activity: OcsfActivity, user: (event: LoggedEvent) => OcsfUser): OcsfMeaning => ({
  of: 'authentication',
  activity,
  fields: (event) => ({ user: user(event), service: SERVICE, session: sessionOf(event) }),
});
const sessionUser = ({ data }: LoggedEvent) => person('user', numberIn(data['userId']) ?? 0);
const sessionWorker = ({ data }: LoggedEvent) => person('worker', numberIn(data['workerId']) ?? 0);

const account = (...activity: OcsfActivity): OcsfMeaning => ({
  of: 'account',
  activity,
  severity: 2,
  fields: (event) => ({ user: ownerOf(event) }),
});

const GRANT = [1, 'Assign Privileges'] as const;
const REVOKE = [2, 'Revoke Privileges'] as const;
const textsIn = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];

const role = (activity?: OcsfActivity): OcsfMeaning => ({
  of: 'group',
  activity: activity ?? (({ data }) => (textsIn(data['permissions']).length > 0 ? GRANT : REVOKE)),
  severity: 2,
  fields: ({ streamId, data }) => {
    const name = textIn(data['key']) ?? textIn(data['name']);
    return {
      group: { uid: streamId, ...(name !== null && { name }) },
      privileges: textsIn(data['permissions']),
    };
  },
});

const setting = (...activity: OcsfActivity): OcsfMeaning => ({
  of: 'entity',
  activity,
  severity: 2,
  fields: ({ data }) => ({
    entity: { uid: textIn(data['key']) ?? 'unknown', type: 'Configuration', type_id: 99 },
  }),
});

/** A way out of the house: who opened it, changed it, or sent through it once more. */
const webhook = (...activity: OcsfActivity): OcsfMeaning => ({
  of: 'entity',
  activity,
  severity: 2,
  fields: ({ streamId }) => ({ entity: { uid: streamId, type: 'Webhook', type_id: 99 } }),
});

/** Data that left the house or was shown: which table, and which record of it where there is one. */
const data = (
  activity: OcsfActivity,
  table: (event: LoggedEvent) => NonNullable<OcsfFields['table']>,
): OcsfMeaning => ({ of: 'datastore', activity, fields: (event) => ({ table: table(event), type_id: 3 }) });
const READ = [1, 'Read'] as const;
const QUERY = [4, 'Query'] as const;
const DELETE = [7, 'Delete'] as const;

const own = (name: string) => (event: LoggedEvent) => ({ name, uid: event.streamId });
const LISTS = own('items');
const PERSONS = own('customers');
/** What was read: the record by its stream, or a list of many. */
function readIn({ data: { subject } }: LoggedEvent) {
  const uid = textIn(subject) ?? 'list';
  return { name: subjectOf(uid)?.kind ?? uid, uid };
}

const call = (operation: string, ...activity: OcsfActivity): OcsfMeaning => ({
  of: 'api',
  activity,
  severity: 2,
  fields: () => ({ api: { operation } }),
});

/** Every event of these slices has a line; null = nothing that security asks for. */
const MEANINGS: Readonly<Record<SecurityEventType, OcsfMeaning | null>> = {
  SignedIn: signing(LOGON, sessionUser),
  SignedOut: signing(LOGOFF, sessionUser),
  WorkerSignedIn: signing(LOGON, sessionWorker),
  WorkerSignedOut: signing(LOGOFF, sessionWorker),
  SignInFailed: {
    of: 'authentication',
    activity: LOGON,
    failure: true,
    severity: 2,
    fields: (event) => ({ user: triedBy(event), service: SERVICE }),
    detail: failureOf,
  },
  UserOpened: account(1, 'Create'),
  UserProfileChanged: account(99, 'Profile Changed'),
  UserPlaceChanged: {
    of: 'access',
    activity: ({ data: { roles } }) => (textsIn(roles).length > 0 ? GRANT : REVOKE),
    severity: 2,
    fields: (event) => ({ user: ownerOf(event), privileges: textsIn(event.data['roles']) }),
  },
  UserDeactivated: account(5, 'Disable'),
  UserReactivated: account(2, 'Enable'),
  UserPasswordChanged: account(3, 'Password Change'),
  UserSessionsRevoked: {
    of: 'authentication',
    activity: LOGOFF,
    severity: 2,
    fields: (event) => ({ user: ownerOf(event), service: SERVICE }),
  },
  UserUnlocked: account(12, 'Unlock'),
  UserSecondFactorEnrolled: account(10, 'MFA Factor Enable'),
  UserRecoveryCodeUsed: account(99, 'Recovery Code Used'),
  UserSecondFactorReset: account(11, 'MFA Factor Disable'),
  UserIdentityLinked: account(99, 'Identity Linked'),
  ApiKeyMade: account(1, 'Create'),
  ApiKeyRevoked: account(5, 'Disable'),
  RoleDefined: role([6, 'Create']),
  RolePermissionsChanged: role(),
  WorkerRegistered: account(1, 'Create'),
  WorkerChanged: account(99, 'Profile Changed'),
  WorkerDeactivated: account(5, 'Disable'),
  WorkerReactivated: account(2, 'Enable'),
  WorkerPinChanged: account(3, 'Password Change'),
  WorkerBadgeRevealed: data(READ, own('workers')),
  WorkerRoleDefined: role([6, 'Create']),
  WorkerRoleChanged: role(),
  WorkerRoleDeleted: role([5, 'Delete']),
  ConfigValueChanged: setting(3, 'Update'),
  ConfigChangeWithdrawn: setting(4, 'Delete'),
  WebhookMade: webhook(1, 'Create'),
  WebhookChanged: webhook(3, 'Update'),
  WebhookSwitchedOff: webhook(3, 'Update'),
  WebhookSwitchedOn: webhook(3, 'Update'),
  WebhookKeyRotated: webhook(3, 'Update'),
  WebhookReplayAsked: webhook(3, 'Update'),
  WebhookPingAsked: null,
  WebhookDeliveryAsked: null,
  ExportRequested: data(QUERY, LISTS),
  ExportCompleted: data(READ, LISTS),
  ExportFailed: { ...data(READ, LISTS), failure: true, detail: ({ data: { code } }) => textIn(code) },
  ExportCancelled: data([99, 'Export Cancelled'], LISTS),
  ExportFileRemoved: data(DELETE, own('export_files')),
  LogStreamed: data(QUERY, own('events')),
  DisputeFileMade: data(READ, ({ data: { itemId } }) => ({
    name: 'items',
    uid: `item-${numberIn(itemId) ?? 0}`,
  })),
  ErasureRequested: call('privacy.erasure.request', 1, 'Create'),
  ErasureApproved: call('privacy.erasure.approve', 3, 'Update'),
  ErasureRefused: call('privacy.erasure.refuse', 3, 'Update'),
  ErasureWithdrawn: call('privacy.erasure.withdraw', 3, 'Update'),
  ErasureStarted: call('privacy.erasure.carry_out', 3, 'Update'),
  ErasureCompleted: data(DELETE, PERSONS),
  ErasureKept: call('privacy.erasure.keep', 3, 'Update'),
  RetentionScheduleProposed: call('privacy.retention.propose', 1, 'Create'),
  RetentionScheduleApproved: call('privacy.retention.approve', 3, 'Update'),
  RetentionScheduleRefused: call('privacy.retention.refuse', 3, 'Update'),
  RetentionScheduleWithdrawn: call('privacy.retention.withdraw', 3, 'Update'),
  RetentionRunStarted: call('privacy.retention.run.start', 1, 'Create'),
  RetentionRunApproved: call('privacy.retention.run.approve', 3, 'Update'),
  RetentionRunRefused: call('privacy.retention.run.refuse', 3, 'Update'),
  RetentionBatchAsked: null,
  RetentionRunEnded: call('privacy.retention.run.end', 3, 'Update'),
  LegalHoldPlaced: call('privacy.legal_hold.place', 1, 'Create'),
  LegalHoldReleased: call('privacy.legal_hold.release', 4, 'Delete'),
  SubjectHoldChanged: null,
  SubjectErasureChanged: null,
  PersonExportRequested: data(QUERY, PERSONS),
  PersonExportKeyKept: null,
  PersonExportCompleted: data(READ, PERSONS),
  PersonExportFailed: { ...data(READ, PERSONS), failure: true, detail: ({ data: { code } }) => textIn(code) },
  PersonExportRead: data(READ, PERSONS),
  PersonExportRemoved: data(DELETE, PERSONS),
  AuditReading: data(READ, readIn),
};
const BY_TYPE: ReadonlyMap<string, OcsfMeaning | null> = new Map(Object.entries(MEANINGS));

/** What an event of this type is in OCSF; null for the process of repair and everything else. */
export const meaningOf = (type: string): OcsfMeaning | null => BY_TYPE.get(type) ?? null;

/** The types that have a line. */
export const OCSF_TYPES: readonly string[] = [...BY_TYPE].flatMap(([type, meaning]) =>
  meaning === null ? [] : [type],
);
