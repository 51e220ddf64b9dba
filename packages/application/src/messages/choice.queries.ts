import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { isDeclined } from '@atelier/domain/messages/choice.ts';
import { choiceStream } from '@atelier/domain/messages/events.ts';
import type { ChoiceEvent } from '@atelier/domain/messages/events.ts';
import type { CustomerRef, RmaId } from '@atelier/domain/kernel.ts';
import type { MasterKey } from '@atelier/event-store/keys/master-key.ts';
import type { DomainEvent, EventStore } from '@atelier/event-store/types.ts';

/** Whether these events of a person's stream end with no messages. */
export const isDeclinedBy = (events: readonly DomainEvent[]): boolean =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the stream's name says that no others stand in it
  isDeclined(events as readonly ChoiceEvent[]);

/** Whether a person has said that they want no messages. */
export async function hasDeclined(
  store: Pick<EventStore, 'readStream'>,
  customerRef: CustomerRef,
): Promise<boolean> {
  return isDeclinedBy((await store.readStream(choiceStream(customerRef))).events);
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
