import { weeklyWords } from '@atelier/contracts/insight/weekly-letter.ts';
import { accept, type Decision } from '@atelier/domain/decider.ts';
import type { OwnMailEvent } from '@atelier/domain/insight/weekly/events.ts';
import type { WeeklyFigures } from '@atelier/domain/insight/weekly/figures.ts';
import {
  beginWeekly,
  confirmedAddress,
  recordWeekly,
  type OwnMail,
} from '@atelier/domain/insight/weekly/own-mail.ts';
import { weekDue, type WeekDue } from '@atelier/domain/insight/weekly/week-due.ts';
import { WEEKLY_PATH } from '@atelier/domain/insight/weekly/contract.ts';
import { toMs, type Instant } from '@atelier/domain/kernel.ts';
import type { Sender } from '@atelier/domain/messages/wording.ts';
import type { MasterKey } from '@atelier/key-vault/master-key.ts';
import type { Caller, CommandServices } from '../../commands/run-command.ts';
import type { Account } from '../../identity/account.queries.ts';
import { findLocked } from '../../identity/user-list.queries.ts';
import { attemptDigest } from '../../shared/attempt-digest.ts';
import type { SendMail } from '../../shared/mail-channel.ts';
import { openSendWindow } from '../../shared/send-window.ts';
import { waitForReadModel } from '../../shared/wait-for-read-model.ts';
import { lastRestoredAt } from '../../system/backups/backups.queries.ts';
import { changeOwnMail } from './own-mail.commands.ts';
import { listMailAccounts, mailToken, readOwnMail } from './own-mail.queries.ts';
import { weeklyFigures, weeklySight, type WeeklySight } from './weekly-figures.queries.ts';

export interface WeeklySending {
  readonly publicUrl: string;
  readonly masterKey: MasterKey;
  /** Longer than an attempt may take: after it an unfinished one is followed by another. */
  readonly attemptMs: number;
  readonly send: SendMail;
  /** Who the mails come from; null = nothing is sent. */
  readonly sender: () => Promise<Sender | null>;
  readonly caller: () => Caller;
  /** Reports what failed for one account; the others go on. */
  readonly onError: (error: unknown) => void;
}

/**
 * Mails the newest finished week to every account that wants it and may still see it (docs/product/insight.md §10). May be killed anywhere
 * and run twice at once: the log lets one worker begin an attempt. Returns how many mails a server took.
 */
export async function sendWeeklySummaries(
  services: CommandServices,
  sending: WeeklySending,
): Promise<number> {
  const accounts = await listMailAccounts(services.db);
  if (accounts.length === 0) return 0;
  const sender = await sending.sender();
  if (sender === null) return 0;
  const restoredAt = await lastRestoredAt(services.db);
  const run: Run = { sender, restoredAt, counted: new Map(), shown: once(() => readModelsOf(services)) };
  let sent = 0;
  for (const account of accounts) {
    try {
      if (await sendOne(services, sending, run, account)) sent += 1;
    } catch (error) {
      sending.onError(error);
    }
  }
  return sent;
}

const readModelsOf = ({ db }: CommandServices): Promise<unknown> =>
  Promise.all(['piece_facts', 'stage_stays'].map((name) => waitForReadModel(db, name)));

function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined;
  return () => (made ??= make());
}

interface Run {
  readonly sender: Sender;
  readonly restoredAt: Date | null;
  /** Accounts that see the same count the same. */
  readonly counted: Map<string, Promise<WeeklyFigures>>;
  /** Resolves once the read models show what the log held when the first figures were asked for. */
  readonly shown: () => Promise<unknown>;
}

async function sendOne(
  services: CommandServices,
  sending: WeeklySending,
  run: Run,
  account: Account,
): Promise<boolean> {
  const now = services.clock.now().toISOString();
  const due = weekDue(now, account.site?.time_zone ?? 'UTC');
  const sight = weeklySight(account);
  if (due === null || sight === null || isBeforeRestore(run, due)) return false;
  const { attemptMs } = sending;
  if (beginWeekly(await readOwnMail(services.store, account.id), due, { now, attemptMs }).length === 0)
    return false;
  if (await isLocked(services, sending.masterKey, account)) return false;
  const figures = await figuresOnce(services, run, sight, due.week);
  return attempt(services, sending, { account, due, figures, sender: run.sender });
}

/** What was sent between the backup and the restore is not known any more: rather none than two. */
const isBeforeRestore = ({ restoredAt }: Run, { from }: WeekDue): boolean =>
  restoredAt !== null && toMs(from) <= restoredAt.getTime();

async function isLocked(
  { db, clock }: CommandServices,
  masterKey: MasterKey,
  { email }: Account,
): Promise<boolean> {
  return (await findLocked(db, [attemptDigest(masterKey, `account ${email}`)], clock.now())).size > 0;
}

function figuresOnce(
  services: CommandServices,
  { counted, shown }: Run,
  sight: WeeklySight,
  week: string,
): Promise<WeeklyFigures> {
  const key = JSON.stringify([sight, week]);
  const known = counted.get(key);
  if (known !== undefined) return known;
  const counting = shown().then(() => weeklyFigures(services, sight, week));
  counted.set(key, counting);
  return counting;
}

interface Attempted {
  readonly account: Account;
  readonly due: WeekDue;
  readonly figures: WeeklyFigures;
  readonly sender: Sender;
}

async function attempt(
  services: CommandServices,
  sending: WeeklySending,
  { account, due, figures, sender }: Attempted,
): Promise<boolean> {
  const { attemptMs, masterKey, publicUrl } = sending;
  const window = openSendWindow(attemptMs / 2);
  const begun = await onMail(services, sending, account.id, (mail, now) =>
    beginWeekly(mail, due, { now, attemptMs }),
  );
  if (begun?.type !== 'WeeklySummaryStarted') return false;
  // Read last, with nothing left to wait for: a choice that came meanwhile counts.
  const mail = await readOwnMail(services.store, account.id);
  const to = confirmedAddress(mail);
  if (to === null || mail.asked === null || mail.wantedSince === null) return false;
  const optOut = `${publicUrl}${WEEKLY_PATH}${mailToken(masterKey, mail.asked)}`;
  const { language } = mail;
  const site = account.site?.name ?? null;
  const words = weeklyWords({ week: due.week, figures, language, site, publicUrl, optOut });
  const id = `weekly-${account.id}-${due.week}`;
  const letter = { id, from: sender, to, words, language, optOut } as const;
  const outcome = await sending.send(letter, window);
  const ended =
    outcome.kind === 'sent'
      ? ({ kind: 'sent', figures } as const)
      : ({ kind: 'failed', fault: outcome.kind === 'failed' ? outcome.fault : 'unclear' } as const);
  await onMail(services, sending, account.id, (known, now) => recordWeekly(known, begun.data, ended, now));
  return outcome.kind === 'sent';
}

/** The newest event that the decision added; undefined where it added none. */
async function onMail(
  services: CommandServices,
  { caller }: WeeklySending,
  userId: number,
  decide: (mail: OwnMail, now: Instant) => readonly OwnMailEvent[],
): Promise<OwnMailEvent | undefined> {
  let added: readonly OwnMailEvent[] = [];
  const outcome = await changeOwnMail(services, caller(), userId, (mail, now): Decision<OwnMailEvent> => {
    added = decide(mail, now);
    return accept(...added);
  });
  return outcome.ok ? added.at(-1) : undefined;
}
