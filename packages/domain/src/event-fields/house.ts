import type { AuditReading } from '../audit/reading.ts';
import type { SealingEvent } from '../system/sealing/events.ts';
import type { UnusualReviewed } from '../audit/review/events.ts';
import type { LogVerificationEvent } from '../audit/verification/events.ts';
import type { DisputeFileMade, ExportEvent, LogStreamed } from '../exports/events.ts';
import type { IdentityEvent } from '../identity/events.ts';
import type { NavEvent } from '../nav/events.ts';
import type { ReferenceImported, ReferenceRowSaved } from '../reference/import/events.ts';
import type { FlowModelFitted } from '../insight/simulation/events.ts';
import type { RadarEvent } from '../insight/radar/events.ts';
import type { ReadyModelFitted } from '../promise/events.ts';
import type { ProductImportEvent } from '../reference/product-import/events.ts';
import type { ReasonSwitched, SubReasonSaved } from '../reference/reason-events.ts';
import type { RecordedEvent } from '../recorded.ts';
import type { DifferenceEvent } from '../system/consistency/events.ts';
import type { ConfigEvent } from '../system/events.ts';
import type { JobEvent } from '../system/jobs/events.ts';
import type { WebhookEvent } from '../webhooks/events.ts';
import type { WorkerEvent, WorkerRoleEvent } from '../workforce/events.ts';
import type { OwnMailEvent } from '../insight/weekly/events.ts';
import type { FieldsOf } from './field-class.ts';

const OFFER = { house: 'names of what is offered, from the administration' };
const SETTING = { house: 'on a setting and its values' };
const ACCOUNTING = { house: 'on a document of the accounting system' };
const JOB = { house: 'on a technical job' };
const SYSTEM = { house: 'name and address of a connected system' };

/** Texts in events about accounts, settings and the system itself. */
export const HOUSE_FIELDS: FieldsOf<
  | IdentityEvent
  | WorkerEvent
  | WorkerRoleEvent
  | ExportEvent
  | LogStreamed
  | DisputeFileMade
  | AuditReading
  | LogVerificationEvent
  | UnusualReviewed
  | SealingEvent
  | NavEvent
  | RecordedEvent
  | ReferenceImported
  | ReferenceRowSaved
  | ProductImportEvent
  | SubReasonSaved
  | ReasonSwitched
  | DifferenceEvent
  | ConfigEvent
  | JobEvent
  | WebhookEvent
  | ReadyModelFitted
  | FlowModelFitted
  | RadarEvent
  | OwnMailEvent
> = {
  UserOpened: { 'profile.email': 'sealed', 'profile.name': 'sealed', 'profile.lastName': 'sealed' },
  UserProfileChanged: { 'profile.email': 'sealed', 'profile.name': 'sealed', 'profile.lastName': 'sealed' },
  UserPlaceChanged: {},
  UserDeactivated: {},
  UserReactivated: {},
  UserPasswordChanged: {},
  UserSessionsRevoked: {},
  UserUnlocked: {},
  UserSecondFactorEnrolled: {},
  UserRecoveryCodeUsed: {},
  UserSecondFactorReset: {},
  UserIdentityLinked: { issuer: 'code' },
  ApiKeyMade: { name: SYSTEM, expiresAt: 'number' },
  ApiKeyRevoked: {},
  RoleDefined: { name: 'code' },
  RolePermissionsChanged: {},
  SignInFailed: { account: 'number', address: 'number' },
  SignedIn: { account: 'number', address: 'number', session: 'number' },
  SignedOut: {},
  WorkerSignedIn: {},
  WorkerSignedOut: {},
  ExportRequested: {
    exportRef: 'number',
    type: 'code',
    'selection.kind': 'code',
    'selection.filter.*': 'code',
    'selection.from': 'number',
    'selection.to': 'number',
    search: 'sealed',
    audience: 'code',
  },
  ExportCompleted: {},
  ExportFailed: { code: 'code' },
  ExportFileRemoved: {},
  ExportCancelled: {},
  LogStreamed: { from: 'number', to: 'number' },
  DisputeFileMade: { manifest: 'number' },
  LogVerificationRequested: {},
  LogVerificationFinished: {
    'faults.*.kind': 'code',
    'faults.*.stream': 'number',
    'faults.*.field': 'code',
    'faults.*.detail': JOB,
    'faults.*.code': 'code',
    'faults.*.facts.*': JOB,
    'faults.*.type': 'code',
    'faults.*.values.*.field': 'code',
    'faults.*.values.*.before': 'code',
    'faults.*.values.*.after': 'code',
    'faults.*.values.*.by': 'code',
  },
  LogVerificationFailed: {},
  ReadyModelFitted: { 'model.at': 'number' },
  FlowModelFitted: { 'model.at': 'number', 'model.check.from': 'number', 'model.check.to': 'number' },
  DefectAlarmRaised: { product: OFFER, 'pooled.*': OFFER, week: 'number', since: 'number' },
  DefectWeekWatched: { week: 'number' },
  DefectAlarmSettled: { note: 'sealed' },
  OwnMailAsked: { address: 'sealed', nonce: 'number' },
  OwnMailCodeSent: {},
  OwnMailConfirmed: {},
  OwnMailRemoved: {},
  WeeklySummaryChosen: {},
  WeeklySummaryStarted: { week: 'number' },
  WeeklySummarySent: { week: 'number' },
  WeeklySummaryFailed: { week: 'number', fault: 'code' },
  UnusualReviewed: { state: 'code', note: 'sealed' },
  LogSealingRefused: { code: 'code', stream: 'number' },
  LogSealingResumed: { code: 'code' },
  AuditReading: { subject: 'number', call: 'code' },
  TableRecorded: { table: 'code', 'columns.*': 'code', sum: 'number' },
  CredentialRecorded: { digest: 'number' },
  RecordsBegun: {},
  ReferenceImported: { set: 'code', digest: 'number' },
  ReferenceRowSaved: {
    set: 'code',
    key: 'code',
    'changes.*.column': 'code',
    'changes.*.before': SETTING,
    'changes.*.after': SETTING,
    reason: SETTING,
  },
  SubReasonSaved: { names: OFFER, descriptions: OFFER },
  ReasonSwitched: { names: OFFER },
  ProductImportRequested: { 'skus.*': 'number' },
  ProductImportLinesTaken: { 'lines.*.sku': 'number', 'lines.*.result': 'code', 'lines.*.code': 'code' },
  ProductImportFinished: {},
  NavDocumentRequested: {},
  NavSendingStarted: {},
  NavSendingPostponed: { code: 'code', message: ACCOUNTING },
  NavDocumentSent: { navId: 'number', navNumber: 'number' },
  NavDocumentRejected: { code: 'code', message: ACCOUNTING },
  NavOutcomeUnknown: { code: 'code', message: ACCOUNTING },
  NavDocumentSkipped: { reason: ACCOUNTING },
  NavRetryRequested: { reason: ACCOUNTING },
  NavDocumentWithdrawn: {},
  NavAttentionRaised: {},
  NavAttentionCleared: {},
  WorkerRegistered: { department: 'code', 'profile.name': 'sealed', 'profile.barcode': 'sealed' },
  WorkerChanged: { department: 'code', 'profile.name': 'sealed', 'profile.barcode': 'sealed' },
  WorkerDeactivated: {},
  WorkerReactivated: {},
  WorkerPinChanged: {},
  WorkerBadgeRevealed: {},
  WorkerRoleDefined: { key: 'code', name: 'code' },
  WorkerRoleChanged: { name: 'code' },
  WorkerRoleDeleted: {},
  WebhookMade: { name: SYSTEM, url: SYSTEM },
  WebhookChanged: { name: SYSTEM, url: SYSTEM },
  WebhookSwitchedOff: {},
  WebhookSwitchedOn: {},
  WebhookKeyRotated: { previousUntil: 'number' },
  WebhookReplayAsked: {},
  WebhookPingAsked: {},
  WebhookDeliveryAsked: {},
  JobRetried: { queue: 'code', jobId: 'number', name: 'code', reason: JOB },
  ParkedStreamReleased: { projection: 'code', reason: JOB },
  DifferenceFound: { table: 'code', key: 'number', 'columns.*': 'code' },
  DifferenceRepaired: {},
  ConfigValueChanged: {
    key: 'code',
    'value.*': SETTING,
    value: SETTING,
    'value.mode': 'code',
    'value.at': 'number',
    'value.countries.*.code': 'code',
    'previous.*': SETTING,
    previous: SETTING,
    'previous.mode': 'code',
    'previous.at': 'number',
    effectiveAt: 'number',
    reason: SETTING,
  },
  ConfigChangeWithdrawn: { key: 'code', reason: SETTING },
};
