import { accept, reject, unreachable, type Decision } from '../../decider.ts';
import { DAY_MS, MINUTE_MS, toMs, type Day, type Instant, type UserId } from '../../kernel.ts';
import type { MessageFault } from '../../messages/contract.ts';
import { emailText } from '../../contract/codes.ts';
import type { ReferenceLanguage } from '../../shared/languages.ts';
import type { OwnMailAsked, OwnMailEvent } from './events.ts';
import type { WeeklyFigures } from './figures.ts';
import type { WeekDue } from './week-due.ts';

/** So long a code confirms the address that it was mailed to. */
const CODE_LIFE_MS = DAY_MS;
/** Attempts at the mail of one week; the wait after a failed one grows with them. */
const MOST_ATTEMPTS = 6;
const RETRY_AFTER_MS = 10 * MINUTE_MS;

/** The last attempt at a week's mail. */
interface Attempt {
  readonly week: Day;
  readonly attempt: number;
  readonly at: Instant;
  readonly state: 'open' | 'sent' | 'failed' | 'refused';
}

/** What an account wants mailed, and where. */
export interface OwnMail {
  readonly asked: OwnMailAsked['data'] | null;
  readonly isConfirmed: boolean;
  /** Since when the weekly summary is wanted; null = it is not. */
  readonly wantedSince: Instant | null;
  readonly language: ReferenceLanguage;
  readonly last: Attempt | null;
}

export const initialOwnMail: OwnMail = {
  asked: null,
  isConfirmed: false,
  wantedSince: null,
  language: 'en',
  last: null,
};

export function evolveOwnMail(state: OwnMail, event: OwnMailEvent): OwnMail {
  switch (event.type) {
    case 'OwnMailAsked':
      return { ...state, asked: event.data, isConfirmed: false, language: event.data.language };
    case 'OwnMailCodeSent':
      return state;
    case 'OwnMailConfirmed':
      return { ...state, isConfirmed: true };
    case 'OwnMailRemoved':
      return { ...state, asked: null, isConfirmed: false, wantedSince: null };
    case 'WeeklySummaryChosen': {
      const { wanted, language, at } = event.data;
      return { ...state, language, wantedSince: wanted ? (state.wantedSince ?? at) : null };
    }
    case 'WeeklySummaryStarted':
      return { ...state, last: { ...event.data, state: 'open' } };
    case 'WeeklySummarySent':
      return { ...state, last: { ...event.data, state: 'sent' } };
    case 'WeeklySummaryFailed':
      return {
        ...state,
        last: { ...event.data, state: event.data.fault === 'refused' ? 'refused' : 'failed' },
      };
    default:
      return unreachable(event);
  }
}

/** Where mails of the account go; null without a confirmed address. */
export const confirmedAddress = ({ asked, isConfirmed }: OwnMail): string | null =>
  isConfirmed ? (asked?.address ?? null) : null;

export interface AskedAddress {
  readonly userId: UserId;
  readonly address: string;
  readonly language: ReferenceLanguage;
  readonly nonce: string;
}

/** Asks for a code to an address. The confirmed one needs none. */
export function askOwnMail(
  state: OwnMail,
  { userId, address: typed, language, nonce }: AskedAddress,
  now: Instant,
): Decision<OwnMailEvent> {
  const address = emailText(typed).toLowerCase();
  if (address === confirmedAddress(state)) return accept();
  const userRef = `user-${userId}`;
  return accept({ type: 'OwnMailAsked', data: { userId, userRef, address, language, nonce, at: now } });
}

/** The code fitted. @returns `not_found` where none is waited for any more */
export function confirmOwnMail(state: OwnMail, now: Instant): Decision<OwnMailEvent> {
  if (state.asked === null) return reject('not_found');
  if (state.isConfirmed) return accept();
  return isCodeAlive(state, now)
    ? accept({ type: 'OwnMailConfirmed', data: { at: now } })
    : reject('not_found');
}

export const isCodeAlive = ({ asked, isConfirmed }: OwnMail, now: Instant): boolean =>
  asked !== null && !isConfirmed && toMs(now) - toMs(asked.at) < CODE_LIFE_MS;

export const removeOwnMail = (
  state: OwnMail,
  how: 'person' | 'link' | 'deactivated',
  now: Instant,
): Decision<OwnMailEvent> =>
  state.asked === null ? accept() : accept({ type: 'OwnMailRemoved', data: { how, at: now } });

export interface WeeklyChoice {
  readonly wanted: boolean;
  readonly language: ReferenceLanguage;
  readonly how: 'person' | 'link';
}

/** Wants the weekly summary, or does not. @returns `not_found` without a confirmed address to send it to */
export function chooseWeekly(state: OwnMail, choice: WeeklyChoice, now: Instant): Decision<OwnMailEvent> {
  const isSame = choice.wanted === (state.wantedSince !== null) && choice.language === state.language;
  if (isSame) return accept();
  if (choice.wanted && confirmedAddress(state) === null) return reject('not_found');
  return accept({ type: 'WeeklySummaryChosen', data: { ...choice, at: now } });
}

/** What a link of a mail does without a sign-in: an address that was never confirmed is forgotten, a confirmed one gets no summaries. */
export function endByLink(state: OwnMail, now: Instant): Decision<OwnMailEvent> {
  if (!state.isConfirmed) return removeOwnMail(state, 'link', now);
  return chooseWeekly(state, { wanted: false, language: state.language, how: 'link' }, now);
}

/**
 * Begins an attempt at a week's mail, or does nothing: it was sent, another attempt is under way or waited for, the server refused it for
 * good, or it was not wanted yet when it became due. An attempt without an end counts as interrupted after `attemptMs`.
 */
export function beginWeekly(
  state: OwnMail,
  { week, from }: WeekDue,
  { now, attemptMs }: { readonly now: Instant; readonly attemptMs: number },
): readonly OwnMailEvent[] {
  const { wantedSince, last } = state;
  if (confirmedAddress(state) === null || wantedSince === null || toMs(wantedSince) > toMs(from)) return [];
  const before = last?.week === week ? last : null;
  if (last !== null && last.week > week) return [];
  if (before !== null && !mayRepeat(before, now, attemptMs)) return [];
  const attempt = (before?.attempt ?? 0) + 1;
  return [{ type: 'WeeklySummaryStarted', data: { week, attempt, at: now } }];
}

function mayRepeat({ state, attempt, at }: Attempt, now: Instant, attemptMs: number): boolean {
  if (state === 'sent' || state === 'refused' || attempt >= MOST_ATTEMPTS) return false;
  const wait = state === 'open' ? attemptMs : RETRY_AFTER_MS * attempt;
  return toMs(now) - toMs(at) >= wait;
}

export type WeeklyOutcome =
  | { readonly kind: 'sent'; readonly figures: WeeklyFigures }
  | { readonly kind: 'failed'; readonly fault: MessageFault };

/** Records how the attempt ended; nothing where another attempt took over. */
export function recordWeekly(
  { last, language }: OwnMail,
  { week, attempt }: Pick<Attempt, 'week' | 'attempt'>,
  outcome: WeeklyOutcome,
  now: Instant,
): readonly OwnMailEvent[] {
  if (last?.week !== week || last.attempt !== attempt || last.state !== 'open') return [];
  const data = { week, attempt, at: now };
  if (outcome.kind === 'failed')
    return [{ type: 'WeeklySummaryFailed', data: { ...data, fault: outcome.fault } }];
  return [{ type: 'WeeklySummarySent', data: { ...data, language, figures: outcome.figures } }];
}
