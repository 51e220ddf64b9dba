import { toInstant, toMs, itemStream, rmaStream } from '@atelier/domain/kernel.ts';
import { isStillRelevant } from '@atelier/domain/processes/message-kinds.ts';
import type { MessageFacts } from '@atelier/domain/messages/decide.ts';
import type { PhoneChannel } from '@atelier/domain/shared/message-terms.ts';
import { messageStream, type MessageHead } from '@atelier/domain/messages/events.ts';
import { senderOf, type Wording } from '@atelier/domain/messages/wording.ts';
import type { Item } from '@atelier/domain/repair/item/item.ts';
import type { Rma } from '@atelier/domain/deposit/rma.ts';
import type { MasterKey } from '@atelier/key-vault/master-key.ts';
import type { StoredEvent } from '@atelier/event-store/types.ts';
import { itemAggregate, rmaAggregate } from '../aggregates.ts';
import type { CommandServices } from '../commands/run-command.ts';
import { feeLinkHash, messageFeeToken } from '../shared/fee-link-secret.ts';
import { lastRestoredAt } from '../system/backups/backups.queries.ts';
import { findDeclinedWays } from './choice.queries.ts';
import { findConversation, type FoundConversation } from './conversation.queries.ts';
import { readWording } from './wording.queries.ts';

/** What this installation knows for every message. */
export interface MessageSettings {
  readonly publicUrl: string;
  readonly masterKey: MasterKey;
  /** The gateway's channel for those without an address; null = there is no gateway. */
  readonly phoneChannel: PhoneChannel | null;
  /** An attempt that is unfinished after this time is followed by another. */
  readonly attemptMs: number;
}

/** What the facts of a message are read with. */
export type FactSettings = Pick<MessageSettings, 'masterKey' | 'phoneChannel'>;

/** A message's deposit, pieces and shop as they are now, and what follows for the message. */
export interface KnownMessage {
  readonly facts: MessageFacts;
  readonly rma: Rma;
  readonly items: readonly Item[];
  readonly shop: { readonly name: string; readonly phone: string };
  readonly wording: Wording;
  /** What follows the path of the fee's page in this message; made from the message, so that nothing keeps it. */
  readonly feeToken: string;
}

/** undefined where its deposit or pieces are not to be found. */
export async function findMessageFacts(
  services: CommandServices,
  house: FactSettings,
  head: MessageHead,
): Promise<KnownMessage | undefined> {
  const { store, db } = services;
  const histories = await Promise.all(
    [rmaStream(head.rmaId), ...head.itemIds.map(itemStream)].map((stream) => store.readStream(stream)),
  );
  const [first, ...others] = histories;
  const rma = rmaAggregate.stateOf(first?.events ?? []);
  const items = others
    .map(({ events }) => itemAggregate.stateOf(events))
    .filter((item) => item.kind === 'item');
  const shop = await db
    .selectFrom('sites')
    .select(['name', 'phone', 'time_zone'])
    .where('id', '=', head.storeId)
    .executeTakeFirst();
  if (rma.kind !== 'rma' || items.length === 0 || shop === undefined) return undefined;
  const events = histories.flatMap((history) => history.events);
  const answered = head.kind === 'reply' ? await findConversation(services, rma) : undefined;
  const token = messageFeeToken(house.masterKey, head.itemIds[0] ?? 0, head.messageId);
  const isAsked = head.kind !== 'fee' || !items.some((item) => isOwnLinkOver(item, feeLinkHash(token)));
  const wording = await readWording(store);
  const facts: MessageFacts = {
    ...(answered === undefined ? happening(services, head, events) : await writing(services, head, answered)),
    ...(answered !== undefined && { conversation: answered.newest }),
    isStillSo: isAsked && items.some((item) => isStillRelevant(head.kind, item, head.fee)),
    hasOtherLink: head.kind === 'fee' && items.some((item) => hasOtherLink(item, feeLinkHash(token))),
    contact: items.some(({ isCustomerErased }) => isCustomerErased) ? null : rma.contact,
    declined: await findDeclinedWays(store, house.masterKey, rma.customerRef, rma.contact),
    sender: senderOf(wording, head.storeId),
    phoneChannel: house.phoneChannel,
    timeZone: shop.time_zone,
    language: rma.language,
    restoredAt: (await lastRestoredAt(db))?.toISOString() ?? null,
  };
  return { facts, rma, items, shop, wording, feeToken: token };
}

/** A delay happens so many days after the deposit that it was planned for; everything else with its event. */
function happening(
  { policy, clock }: CommandServices,
  { cause, kind }: MessageHead,
  events: readonly StoredEvent[],
): Pick<MessageFacts, 'happenedAt' | 'isCauseHere'> {
  const event = events.find(({ eventId }) => eventId === cause);
  if (event === undefined) return { happenedAt: clock.now().toISOString(), isCauseHere: false };
  const after = kind === 'delay' ? policy().messageDelayMs : 0;
  return { happenedAt: toInstant(toMs(event.recordedAt) + after), isCauseHere: true };
}

/** A reply happens when staff write it; it answers a text of this log. */
async function writing(
  { store, clock }: CommandServices,
  { cause, messageId }: MessageHead,
  { texts }: FoundConversation,
): Promise<Pick<MessageFacts, 'happenedAt' | 'isCauseHere'>> {
  const [first] = (await store.readStream(messageStream(messageId))).events;
  const isCauseHere = texts.some(({ eventId }) => eventId === cause);
  return { happenedAt: first?.recordedAt ?? clock.now().toISOString(), isCauseHere };
}

const hasOtherLink = ({ fee }: Item, ownHash: string): boolean =>
  fee.links.some(({ state, hash }) => state === 'open' && hash !== ownHash);

/** The message's own link was revoked, replaced or answered since it was made: it leads nowhere. */
const isOwnLinkOver = ({ fee }: Item, ownHash: string): boolean =>
  fee.links.some(({ state, hash }) => state !== 'open' && hash === ownHash);
