import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { fold } from '@atelier/domain/decider.ts';
import type { UserId } from '@atelier/domain/kernel.ts';
import { MAIL_CODE_DIGITS } from '@atelier/domain/insight/weekly/contract.ts';
import {
  OWN_MAIL_PERSONAL_DATA,
  OWN_MAIL_PREFIX,
  ownMailStream,
  type OwnMailEvent,
} from '@atelier/domain/insight/weekly/events.ts';
import { evolveOwnMail, initialOwnMail, type OwnMail } from '@atelier/domain/insight/weekly/own-mail.ts';
import type { MasterKey } from '@atelier/key-vault/master-key.ts';
import type { DomainEvent, EventStore } from '@atelier/event-store/types.ts';
import { sql, type Kysely } from 'kysely';
import { accountColumns, type Account } from '../../identity/account.queries.ts';
import type { Database } from '../../platform/database.ts';

type Store = Pick<EventStore, 'readStream'>;

const isOwnMailEvent = (event: DomainEvent): event is OwnMailEvent => event.type in OWN_MAIL_PERSONAL_DATA;

export const ownMailOf = (events: readonly DomainEvent[]): OwnMail =>
  fold(evolveOwnMail, initialOwnMail, events.filter(isOwnMailEvent));

export const readOwnMail = async (store: Store, userId: UserId): Promise<OwnMail> =>
  ownMailOf((await store.readStream(ownMailStream(userId))).events);

/** Active accounts of persons that ever named an address, with what they may do now. */
export async function listMailAccounts(db: Kysely<Database>): Promise<readonly Account[]> {
  const { rows } = await sql<Account>`
    select ${accountColumns} from streams st join users u on st.stream_id = ${OWN_MAIL_PREFIX} || u.id
     where starts_with(st.stream_id, ${OWN_MAIL_PREFIX}) and u.active and u.api_key is null
     order by u.id`.execute(db);
  return rows;
}

const ID_BASE = 36;
const SECRET_LENGTH = 32;
const TOKEN = /^([0-9a-z]{1,11})-([\w-]{32})$/;

type Asked = NonNullable<OwnMail['asked']>;

/** The code of eight digits that confirms an address. Nothing keeps it. */
export function mailCode(masterKey: MasterKey, { userId, nonce }: Asked): string {
  const digest = digestOf(masterKey, 'own mail codes', `${userId}:${nonce}`);
  return String(digest.readBigUInt64BE() % 10n ** BigInt(MAIL_CODE_DIGITS)).padStart(MAIL_CODE_DIGITS, '0');
}

export const isMailCode = (masterKey: MasterKey, asked: Asked, typed: string): boolean => {
  const [given, right] = [Buffer.from(typed), Buffer.from(mailCode(masterKey, asked))];
  return given.length === right.length && timingSafeEqual(given, right);
};

/** What ends mails without a sign-in: good for one address of one account, until another is named. */
export const mailToken = (masterKey: MasterKey, asked: Asked): string =>
  `${asked.userId.toString(ID_BASE)}-${secretOf(masterKey, asked)}`;

/** The account whose present address a link was mailed to, with its mails; undefined for any other text. */
export async function mailBehind(
  store: Store,
  masterKey: MasterKey,
  token: string,
): Promise<{ readonly userId: UserId; readonly mail: OwnMail } | undefined> {
  const [, digits = '', secret = ''] = TOKEN.exec(token) ?? [];
  const userId = Number.parseInt(digits, ID_BASE);
  if (!Number.isSafeInteger(userId)) return undefined;
  const mail = await readOwnMail(store, userId);
  if (mail.asked === null) return undefined;
  const isRight = timingSafeEqual(Buffer.from(secret), Buffer.from(secretOf(masterKey, mail.asked)));
  return isRight ? { userId, mail } : undefined;
}

const secretOf = (masterKey: MasterKey, { userId, nonce }: Asked): string =>
  digestOf(masterKey, 'own mail links', `${userId}:${nonce}`).toString('base64url').slice(0, SECRET_LENGTH);

function digestOf(masterKey: MasterKey, purpose: string, text: string): Buffer {
  const key = Buffer.from(hkdfSync('sha256', masterKey, '', purpose, 32));
  return createHmac('sha256', key).update(text).digest();
}
