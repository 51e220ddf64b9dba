import type { DomainEvent } from '../../decider.ts';
import type { Day, Instant, UserId } from '../../kernel.ts';
import type { MessageFault } from '../../messages/contract.ts';
import type { ReferenceLanguage } from '../../shared/languages.ts';
import type { WeeklyFigures } from './figures.ts';

/** Events of an account's mails (product/insight.md §10), stream `own-mail-<id of the account>`. A code of eight digits was asked for an address. */
export type OwnMailAsked = DomainEvent<
  'OwnMailAsked',
  {
    readonly userId: UserId;
    readonly userRef: string;
    /** Null once the person is erased. */
    readonly address: string | null;
    readonly language: ReferenceLanguage;
    /** The code and the link of every mail are made from it and the master key. */
    readonly nonce: string;
    readonly at: Instant;
  }
>;
/** The mail server took the mail with the code. */
export type OwnMailCodeSent = DomainEvent<
  'OwnMailCodeSent',
  { readonly language: ReferenceLanguage; readonly at: Instant }
>;
export type OwnMailConfirmed = DomainEvent<'OwnMailConfirmed', { readonly at: Instant }>;
/** `link`: by the link of a mail that was sent to confirm the address. */
export type OwnMailRemoved = DomainEvent<
  'OwnMailRemoved',
  { readonly how: 'person' | 'link' | 'deactivated'; readonly at: Instant }
>;
export type WeeklySummaryChosen = DomainEvent<
  'WeeklySummaryChosen',
  {
    readonly wanted: boolean;
    readonly language: ReferenceLanguage;
    readonly how: 'person' | 'link';
    readonly at: Instant;
  }
>;
/** Stands in the log before anything leaves: one worker alone sends an attempt. */
export type WeeklySummaryStarted = DomainEvent<
  'WeeklySummaryStarted',
  { readonly week: Day; readonly attempt: number; readonly at: Instant }
>;
export type WeeklySummarySent = DomainEvent<
  'WeeklySummarySent',
  {
    /** Monday of the week that it is about. */
    readonly week: Day;
    readonly attempt: number;
    readonly language: ReferenceLanguage;
    readonly figures: WeeklyFigures;
    readonly at: Instant;
  }
>;
export type WeeklySummaryFailed = DomainEvent<
  'WeeklySummaryFailed',
  { readonly week: Day; readonly attempt: number; readonly fault: MessageFault; readonly at: Instant }
>;

export type OwnMailEvent =
  | OwnMailAsked
  | OwnMailCodeSent
  | OwnMailConfirmed
  | OwnMailRemoved
  | WeeklySummaryChosen
  | WeeklySummaryStarted
  | WeeklySummarySent
  | WeeklySummaryFailed;

/** Every event has a line; null = nothing personal in it. */
export const OWN_MAIL_PERSONAL_DATA = {
  OwnMailAsked: { subject: 'userRef', fields: ['address'] },
  OwnMailCodeSent: null,
  OwnMailConfirmed: null,
  OwnMailRemoved: null,
  WeeklySummaryChosen: null,
  WeeklySummaryStarted: null,
  WeeklySummarySent: null,
  WeeklySummaryFailed: null,
} as const satisfies Record<OwnMailEvent['type'], object | null>;

export const OWN_MAIL_PREFIX = 'own-mail-';
export const ownMailStream = (id: UserId): string => `${OWN_MAIL_PREFIX}${id}`;
