import type { ClearingEventType } from '../clearing/events.ts';
import type { IdentityEventType } from '../identity/events.ts';
import type { WordingEvent } from '../messages/events.ts';
import type { ReferenceRowSaved } from '../reference/import/events.ts';
import type { ReasonSwitched, SubReasonSaved } from '../reference/reason-events.ts';
import type { ConfigEventType } from '../system/events.ts';
import type { WebhookEventType } from '../webhooks/events.ts';
import type { WorkforceEventType } from '../workforce/events.ts';

/** What administrators change, as the screen of changes sorts it. */
export const CHANGE_KINDS = [
  'account',
  'role',
  'worker',
  'worker_role',
  'reason',
  'sub_reason',
  'config',
  'clearing',
  'webhook',
  'message',
  'reference',
] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

type Administered =
  | IdentityEventType
  | WorkforceEventType
  | ConfigEventType
  | ClearingEventType
  | WebhookEventType
  | WordingEvent['type']
  | ReferenceRowSaved['type']
  | (SubReasonSaved | ReasonSwitched)['type'];

/** Every event of these slices has a line; null = it changes nothing: a sign-in, a run's progress. */
const KIND_OF: Readonly<Record<Administered, ChangeKind | null>> = {
  UserOpened: 'account',
  UserProfileChanged: 'account',
  UserPlaceChanged: 'account',
  UserDeactivated: 'account',
  UserReactivated: 'account',
  UserPasswordChanged: 'account',
  UserSessionsRevoked: 'account',
  UserUnlocked: 'account',
  UserSecondFactorEnrolled: 'account',
  UserRecoveryCodeUsed: 'account',
  UserSecondFactorReset: 'account',
  UserIdentityLinked: 'account',
  ApiKeyMade: 'account',
  ApiKeyRevoked: 'account',
  RoleDefined: 'role',
  RolePermissionsChanged: 'role',
  SignInFailed: null,
  SignedIn: null,
  SignedOut: null,
  WorkerSignedIn: null,
  WorkerSignedOut: null,
  WorkerRegistered: 'worker',
  WorkerChanged: 'worker',
  WorkerDeactivated: 'worker',
  WorkerReactivated: 'worker',
  WorkerPinChanged: 'worker',
  WorkerBadgeRevealed: 'worker',
  WorkerRoleDefined: 'worker_role',
  WorkerRoleChanged: 'worker_role',
  WorkerRoleDeleted: 'worker_role',
  ReasonSwitched: 'reason',
  SubReasonSaved: 'sub_reason',
  ReferenceRowSaved: 'reference',
  ConfigValueChanged: 'config',
  ConfigChangeWithdrawn: 'config',
  ClearingRunStarted: 'clearing',
  ClearingRunItemsCleared: null,
  ClearingRunFinished: 'clearing',
  ClearingRunUndone: 'clearing',
  WebhookMade: 'webhook',
  WebhookChanged: 'webhook',
  WebhookSwitchedOff: 'webhook',
  WebhookSwitchedOn: 'webhook',
  WebhookKeyRotated: 'webhook',
  WebhookReplayAsked: 'webhook',
  WebhookPingAsked: null,
  WebhookDeliveryAsked: 'webhook',
  MessageSenderChanged: 'message',
  MessageTemplateChanged: 'message',
};
const KINDS: ReadonlyMap<string, ChangeKind | null> = new Map(Object.entries(KIND_OF));

/** The event types that change something. */
export const ADMINISTERED: readonly string[] = [...KINDS].flatMap(([type, kind]) =>
  kind === null ? [] : [type],
);

export const isAdministered = (type: string): boolean => (KINDS.get(type) ?? null) !== null;

export function kindOfChange(type: string): ChangeKind {
  const kind = KINDS.get(type);
  if (kind === undefined || kind === null) throw new RangeError(`${type} is no change`);
  return kind;
}
