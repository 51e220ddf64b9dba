import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { addressKeys } from '@atelier/domain/messages/address.ts';
import { ADDRESS_WAYS, type AddressWay } from '@atelier/domain/shared/message-terms.ts';
import { phoneKeys } from '@atelier/domain/contract/codes.ts';
import { isDeclined } from '@atelier/domain/messages/choice.ts';
import { addressChoiceStream, choiceStream, type ChoiceEvent } from '@atelier/domain/messages/events.ts';
import type { CustomerRef, RmaId } from '@atelier/domain/kernel.ts';
import type { Contact } from '@atelier/domain/deposit/events.ts';
import { sql, type Kysely } from 'kysely';
import type { Database } from '../platform/database.ts';
import type { MasterKey } from '@atelier/key-vault/master-key.ts';
import type { DomainEvent, EventStore, StreamHistory } from '@atelier/event-store/types.ts';

/** Whether these events of a person's stream end with no messages. */
export const isDeclinedBy = (events: readonly DomainEvent[]): boolean =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the stream's name says that no others stand in it
  isDeclined(events as readonly ChoiceEvent[]);

export type ReachableContact = Pick<Contact, 'email' | 'phoneCode' | 'phone'>;

/**
 * The streams in which choices for a contact's addresses stand, by way: named by a digest under a key that the database does not have,
 * so that they outlive the person's erasure without saying who it was (decisions/0189).
 */
export function addressStreams(
  masterKey: MasterKey,
  contact: ReachableContact,
): Partial<Record<AddressWay, string>> {
  const keys = addressKeys(contact);
  const ways = ADDRESS_WAYS.filter((way) => keys[way] !== '');
  return Object.fromEntries(
    ways.map((way) => [way, addressChoiceStream(digestOf(masterKey, `${way}:${keys[way]}`))]),
  );
}

/** The stream of a number as a gateway names it, with its country's code. `undefined` without digits. */
export function phoneStream(masterKey: MasterKey, number: string): string | undefined {
  const key = phoneKeys(number).at(-1);
  return key === undefined ? undefined : addressChoiceStream(digestOf(masterKey, `phone:${key}`));
}

function digestOf(masterKey: MasterKey, text: string): string {
  const key = Buffer.from(hkdfSync('sha256', masterKey, '', 'message addresses', 32));
  return createHmac('sha256', key).update(text).digest('base64url');
}

/** Whether a person wants no messages, by each way to them. */
export type DeclinedWays = Readonly<Record<AddressWay, boolean>>;

/** The newest choice counts, of the person and of the address of each channel: a choice holds for both. */
export async function findDeclinedWays(
  store: Pick<EventStore, 'readStreams'>,
  masterKey: MasterKey,
  customerRef: CustomerRef,
  contact: ReachableContact | null,
): Promise<DeclinedWays> {
  const own = choiceStream(customerRef);
  const byAddress = contact === null ? {} : addressStreams(masterKey, contact);
  const histories = await store.readStreams([own, ...Object.values(byAddress)]);
  const isDeclinedOn = (way: AddressWay) =>
    isDeclinedBy(newestOf([own, byAddress[way] ?? own].map((stream) => histories.get(stream))));
  return { email: isDeclinedOn('email'), phone: isDeclinedOn('phone') };
}

/** The last event of several streams. */
function newestOf(histories: readonly (StreamHistory | undefined)[]): readonly DomainEvent[] {
  const last = histories.flatMap((history) => history?.events.at(-1) ?? []);
  return last.toSorted((a, b) => a.position - b.position).slice(-1);
}

/** Whether a person wants no messages by the way that they would be written to. */
export async function hasDeclined(
  store: Pick<EventStore, 'readStreams'>,
  masterKey: MasterKey,
  { customerRef, contact }: { readonly customerRef: CustomerRef; readonly contact: ReachableContact | null },
): Promise<boolean> {
  const declined = await findDeclinedWays(store, masterKey, customerRef, contact);
  const hasEmail = contact !== null && addressKeys(contact).email !== '';
  return hasEmail ? declined.email : declined.phone;
}

/** Persons who ever chose, by their references. */
export async function listChoosers(db: Kysely<Database>): Promise<readonly CustomerRef[]> {
  const [all, addresses] = [choiceStream(''), addressChoiceStream('')];
  const { rows } = await sql<{ readonly stream_id: string }>`
    select stream_id from streams
     where starts_with(stream_id, ${all}) and not starts_with(stream_id, ${addresses})`.execute(db);
  return rows.map(({ stream_id }) => stream_id.slice(all.length));
}

const ID_BASE = 36;
const SECRET_LENGTH = 32;
const TOKEN = /^([0-9a-z]{1,11})-([\w-]{32})$/;

/** The deposit's number and a secret of 192 bits made from the master key: nothing keeps it, and every mail has the same. */
export function choiceToken(masterKey: MasterKey, rmaId: RmaId): string {
  return `${rmaId.toString(ID_BASE)}-${secretOf(masterKey, rmaId)}`;
}

function secretOf(masterKey: MasterKey, rmaId: RmaId): string {
  const key = Buffer.from(hkdfSync('sha256', masterKey, '', 'message choices', 32));
  return createHmac('sha256', key).update(String(rmaId)).digest('base64url').slice(0, SECRET_LENGTH);
}

/** The deposit that a token leads to; undefined for any other text. */
export function depositOfToken(masterKey: MasterKey, token: string): RmaId | undefined {
  const [, digits = '', secret = ''] = TOKEN.exec(token) ?? [];
  const rmaId = Number.parseInt(digits, ID_BASE);
  if (!Number.isSafeInteger(rmaId)) return undefined;
  const isRight = timingSafeEqual(Buffer.from(secret), Buffer.from(secretOf(masterKey, rmaId)));
  return isRight ? rmaId : undefined;
}
