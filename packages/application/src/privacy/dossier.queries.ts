import { type CustomerRef, type ItemId, itemStream, rmaStream } from '@atelier/domain/kernel.ts';
import { choiceStream, messageStream } from '@atelier/domain/messages/events.ts';
import type {
  Dossier,
  DossierDeposit,
  DossierEvent,
  DossierMessage,
  DossierPiece,
} from '@atelier/domain/privacy/dossier.ts';
import { readableOf } from '@atelier/contracts/privacy/readable.ts';
import type { ReferenceLanguage } from '@atelier/domain/shared/languages.ts';
import type { StoredEvent, StreamHistory } from '@atelier/event-store/types.ts';
import type { Transaction } from 'kysely';
import { messageAggregate } from '../aggregates.ts';
import type { CommandServices } from '../commands/run-command.ts';
import { inScope, type Database } from '../platform/database.ts';
import { recordedHash } from '../images/images.queries.ts';
import { EVERYTHING } from './customer-facts.queries.ts';
import { findSigned } from './dossier-signatures.queries.ts';
import { findAbout, findReadings, findRegister, subjectsOf } from './dossier-about.queries.ts';

type Services = Pick<CommandServices, 'db' | 'store' | 'blobs' | 'clock' | 'policy'>;

/** Everything held about these customers: register, contacts, pieces, messages, all events of theirs in clear, pictures, readings. */
export async function findDossier(
  services: Services,
  refs: readonly CustomerRef[],
  language: ReferenceLanguage,
): Promise<Dossier> {
  const held = await inScope(services.db, EVERYTHING, (trx) => findHeld(trx, refs));
  const deposits: DossierDeposit[] = [];
  for (const rma of held.rmas) deposits.push(await depositOf(services, rma, held));
  const register = await findRegister(services.db, refs);
  const about = await findAbout(services, held, register.length > 0);
  const dossier: Dossier = {
    format: 'atelier-person',
    version: 2,
    made_at: services.clock.now().toISOString(),
    language,
    about,
    register,
    deposits,
    readings: await findReadings(services.db, subjectsOf(refs, held)),
  };
  return { ...dossier, readable: readableOf(dossier) };
}

type Held = Awaited<ReturnType<typeof findHeld>>;
type HeldRma = Held['rmas'][number];
type HeldItem = Held['items'][number];

async function findHeld(trx: Transaction<Database>, refs: readonly CustomerRef[]) {
  const rmas = await trx
    .selectFrom('rma_row as r')
    .innerJoin('sites as s', 's.id', 'r.store_id')
    .select(['r.id', 'r.number', 's.name as store', 'r.created_at', 'r.customer_ref'])
    .select([
      'r.firstname',
      'r.lastname',
      'r.fullphone as phone',
      'r.email',
      'r.country',
      'r.province',
      'r.city',
    ])
    .select(['r.address', 'r.receiver_name', 'r.receiver_phone', 'r.language'])
    .where((where) => where('r.customer_ref', '=', where.fn.any(where.val([...refs]))))
    .orderBy('r.id')
    .execute();
  const ids = rmas.map(({ id }) => id);
  const items = await trx
    .selectFrom('item_row')
    .select([
      'id',
      'rma_id',
      'number',
      'product_name',
      'sku',
      'serial',
      'status',
      'visible_sites',
      'store_id',
    ])
    .where((where) => where('rma_id', '=', where.fn.any(where.val(ids))))
    .orderBy('id')
    .execute();
  const pictures = await trx
    .selectFrom('item_images as i')
    .leftJoin('image_uploads as u', 'u.image_id', 'i.image_id')
    .select(['i.item_id', 'i.image_id', 'i.kind', 'u.hash'])
    .where((where) => where('i.item_id', '=', where.fn.any(where.val(items.map(({ id }) => id)))))
    .execute();
  const messages = await trx
    .selectFrom('message_row')
    .select(['id', 'rma_id'])
    .where((where) => where('rma_id', '=', where.fn.any(where.val(ids))))
    .orderBy('id')
    .execute();
  return { rmas, items, pictures, messages };
}

async function depositOf(services: Services, rma: HeldRma, held: Held): Promise<DossierDeposit> {
  const items = held.items.filter(({ rma_id }) => rma_id === rma.id);
  const own = depositStreams(rma, held);
  const streams = [...own, ...items.map(({ id }) => itemStream(id))];
  const histories = await services.store.readStreams(streams);
  const pieces: DossierPiece[] = [];
  for (const item of items) pieces.push(await pieceOf(services, item, held, histories));
  const { id: _id, customer_ref: _ref, number, store, created_at, ...contact } = rma;
  return {
    number,
    store,
    created_at: created_at.toISOString(),
    contact,
    history: own.flatMap((stream) => historyOf(histories.get(stream))),
    messages: held.messages
      .filter(({ rma_id }) => rma_id === rma.id)
      .flatMap(({ id }) => messageOf(histories.get(messageStream(id))?.events ?? [])),
    pieces,
  };
}

/** One message as its stream tells it: where it went, and when, or that it did not leave. */
function messageOf(events: readonly StoredEvent[]): readonly DossierMessage[] {
  const message = messageAggregate.stateOf(events);
  if (message.kind === 'none') return [];
  const sent = events.find(({ type }) => type === 'MessageSent');
  const to = sent !== undefined && 'to' in sent.data ? sent.data.to : null;
  const { head, state, channel, language, changedAt, text } = message;
  const at = sent === undefined ? changedAt : happenedAt(sent);
  return [{ at, kind: head.kind, state, channel, language, to: typeof to === 'string' ? to : null, text }];
}

/** Of the deposit itself, of messages about it, and of whether its customer wants any. */
const depositStreams = ({ id, customer_ref }: HeldRma, { messages }: Held): readonly string[] => [
  rmaStream(id),
  ...messages.filter(({ rma_id }) => rma_id === id).map((message) => messageStream(message.id)),
  choiceStream(customer_ref),
];

async function pieceOf(
  services: Services,
  item: HeldItem,
  held: Held,
  histories: ReadonlyMap<string, StreamHistory>,
): Promise<DossierPiece> {
  const { number, product_name: product, sku, serial, status } = item;
  const history = historyOf(histories.get(itemStream(item.id)));
  return {
    number,
    product,
    sku,
    serial,
    status,
    history,
    pictures: await picturesOf(services, item.id, held),
    signatures: await findSigned(services.blobs, history),
  };
}

const historyOf = (history: StreamHistory | undefined): readonly DossierEvent[] =>
  (history?.events ?? []).map((event: StoredEvent) => ({
    at: happenedAt(event),
    recorded_at: event.recordedAt,
    type: event.type,
    data: event.data,
  }));

/** When it happened: a scan as its device says, an imported fact as it says itself; never later than it was recorded. */
function happenedAt({ data, metadata, recordedAt }: StoredEvent): string {
  const said = [metadata.occurredAt, 'at' in data ? data.at : null].filter(
    (moment): moment is string => typeof moment === 'string' && !Number.isNaN(Date.parse(moment)),
  );
  return said.reduce((first, moment) => (moment < first ? moment : first), recordedAt);
}

async function picturesOf(
  { blobs }: Services,
  itemId: ItemId,
  { pictures }: Held,
): Promise<DossierPiece['pictures']> {
  const read: DossierPiece['pictures'][number][] = [];
  for (const { kind, image_id, hash } of pictures.filter(({ item_id }) => item_id === itemId)) {
    const recorded = recordedHash(image_id, hash);
    const content = recorded === undefined ? undefined : await blobs.get(recorded);
    if (content === undefined) continue;
    read.push({ kind, media_type: content.mediaType, data: content.bytes.toString('base64') });
  }
  return read;
}
