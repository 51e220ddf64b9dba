import { randomUUID } from 'node:crypto';
import { inlineRowOf } from '@atelier/application/aggregates.ts';
import { inScope, type AppDb } from '@atelier/application/platform/database.ts';
import { phoneKeys } from '@atelier/domain/contract/codes.ts';
import { MINUTE_MS } from '@atelier/domain/kernel.ts';
import { messageStream, type CustomerMessageReceived } from '@atelier/domain/messages/events.ts';
import type { PhoneChannel } from '@atelier/domain/shared/message-terms.ts';
import { Status } from '@atelier/domain/shared/status.ts';
import { nearestLanguage, type ReferenceLanguage } from '@atelier/domain/shared/languages.ts';
import type { EventStore } from '@atelier/event-store/types.ts';
import { sql } from 'kysely';

type Words = Readonly<Record<ReferenceLanguage, string>>;

/** May a client still come today, and how long does the repair take. */
const COMING: Words = {
  en: 'Hello, may I collect it today at six?',
  fr: 'Bonjour, puis-je passer la chercher ce soir à 18 h\u202f?',
  es: 'Hola, ¿puedo pasar a recogerla hoy a las seis?',
  ja: 'こんにちは。本日 18 時に受け取りに伺えますか。',
  'zh-CN': '您好，我今天六点可以来取吗？',
  'zh-TW': '您好，我今天六點可以來取嗎？',
  ar: 'مرحبًا، هل يمكنني استلامها اليوم في السادسة؟',
};
const WAITING: Words = {
  en: 'Do you know yet when my ring will be back? I need it for a wedding.',
  fr: 'Savez-vous déjà quand ma bague sera de retour\u202f? J’en ai besoin pour un mariage.',
  es: '¿Ya saben cuándo volverá mi anillo? Lo necesito para una boda.',
  ja: '指輪がいつ戻るか分かりましたか。結婚式で必要なのです。',
  'zh-CN': '请问我的戒指什么时候能修好？婚礼上要用。',
  'zh-TW': '請問我的戒指什麼時候能修好？婚禮上要用。',
  ar: 'هل عرفتم متى يعود خاتمي؟ أحتاج إليه في عرس.',
};

interface WritingClient {
  readonly id: number;
  readonly store_id: number;
  readonly customer_ref: string;
  readonly language: string;
  readonly phone_code: string;
  readonly phone: string;
  readonly item_ids: readonly number[];
}

/** Two clients of Paris have written and wait for an answer: one whose piece is ready, one whose piece is away. */
export async function writeDemoTexts(store: EventStore, db: AppDb): Promise<void> {
  const ready = await clientOfParis(db, Status.ShopReceived);
  const away = await clientOfParis(db, Status.RepairProcess);
  if (ready !== undefined) await write(store, ready, { words: COMING, channel: 'sms', minutes: 12 });
  if (away !== undefined) await write(store, away, { words: WAITING, channel: 'whatsapp', minutes: 95 });
}

async function clientOfParis(db: AppDb, status: number): Promise<WritingClient | undefined> {
  return inScope(db, { kind: 'all' }, (trx) =>
    trx
      .selectFrom('rma_row as r')
      .innerJoin('item_row as i', 'i.rma_id', 'r.id')
      .innerJoin('sites as s', 's.id', 'r.store_id')
      .select(['r.id', 'r.store_id', 'r.customer_ref', 'r.language', 'r.phone_code', 'r.phone'])
      .select(sql<number[]>`array_agg(i.id order by i.id)`.as('item_ids'))
      .where('s.code', '=', 'PAR')
      .groupBy('r.id')
      .having(sql<boolean>`bool_and(i.status = ${status} and i.holds = '{}')`)
      .orderBy('r.id', 'desc')
      .executeTakeFirst(),
  );
}

interface Text {
  readonly words: Words;
  readonly channel: PhoneChannel;
  /** Before now. */
  readonly minutes: number;
}

async function write(
  store: EventStore,
  client: WritingClient,
  { words, channel, minutes }: Text,
): Promise<void> {
  const [messageId = 0] = await store.nextIds(1);
  const at = new Date(Date.now() - minutes * MINUTE_MS).toISOString();
  const event: CustomerMessageReceived = {
    type: 'CustomerMessageReceived',
    data: {
      messageId,
      rmaId: client.id,
      itemIds: client.item_ids,
      storeId: client.store_id,
      customerRef: client.customer_ref,
      channel,
      from: `+${phoneKeys(`+${client.phone_code.replaceAll('+', '')} ${client.phone}`).at(-1) ?? ''}`,
      text: words[nearestLanguage(client.language) ?? 'en'],
      gatewayId: randomUUID(),
      at,
    },
  };
  const streamId = messageStream(messageId);
  const row = inlineRowOf(streamId, [event]);
  await store.append({
    streams: [{ streamId, expectedVersion: 0, events: [event], ...(row && { row }) }],
    metadata: { actor: { id: 'message gateway', kind: 'customer' }, commandId: randomUUID(), occurredAt: at },
  });
}
