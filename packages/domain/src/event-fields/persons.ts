import type { ChoiceEvent, MessageEvent, WordingEvent } from '../messages/events.ts';
import type { PrivacyEvent } from '../privacy/events.ts';
import type { FieldsOf } from './field-class.ts';

const SETTING = { house: 'on a setting and its values' };
const WORDING = { house: 'how the house writes to customers, without a customer' };

/** Texts in events about messages and about what is kept of persons. */
export const PERSON_FIELDS: FieldsOf<MessageEvent | ChoiceEvent | WordingEvent | PrivacyEvent> = {
  CustomerReplyWritten: { text: 'sealed' },
  CustomerMessageReceived: { channel: 'code', from: 'sealed', text: 'sealed', gatewayId: 'sealed' },
  CustomerMessageSeen: {},
  MessagePlanned: { channel: 'code' },
  MessageSkipped: {},
  MessagePostponed: {},
  MessageSendingStarted: {},
  MessageSent: { to: 'sealed' },
  MessageFailed: { fault: 'code', retryAt: 'number' },
  MessagesDeclined: {},
  MessagesWanted: {},
  MessageSenderChanged: { name: WORDING, address: WORDING },
  MessageTemplateChanged: { 'template.subject': WORDING, 'template.body': WORDING },
  ErasureRequested: { reason: 'code', origin: 'code', note: 'sealed' },
  ErasureApproved: { note: 'sealed' },
  ErasureRefused: { note: 'sealed' },
  ErasureWithdrawn: { note: 'sealed' },
  ErasureStarted: {},
  ErasureCompleted: {},
  ErasureKept: {},
  LegalHoldPlaced: { reason: 'code', reference: 'sealed' },
  LegalHoldReleased: { note: 'sealed' },
  SubjectHoldChanged: {},
  SubjectErasureChanged: { stage: 'code' },
  PersonExportRequested: {},
  PersonExportKeyKept: { part: 'sealed' },
  PersonExportCompleted: {},
  PersonExportFailed: { code: 'code' },
  PersonExportRead: {},
  PersonExportRemoved: {},
  RetentionScheduleProposed: { reason: SETTING },
  RetentionScheduleApproved: {},
  RetentionScheduleRefused: { note: SETTING },
  RetentionScheduleWithdrawn: {},
  RetentionRunStarted: {},
  RetentionRunApproved: {},
  RetentionRunRefused: { note: SETTING },
  RetentionBatchAsked: {
    'asked.*.customerRef': 'number',
    'kept.*.customerRef': 'number',
    'kept.*.because': 'code',
    through: 'number',
  },
  RetentionRunEnded: {},
};
