import type { CustodySpanView } from '@atelier/contracts/custody/schema.ts';
import type { DisputePaper } from '@atelier/domain/documents/paper.ts';
import { FEE_LINK_WAYS } from '@atelier/domain/repair/item/fee-link-contract.ts';
import { itemStream, type Money } from '@atelier/domain/kernel.ts';
import type { HistoryEntry } from '@atelier/contracts/repair-detail/schema.ts';
import { STATUSES } from '@atelier/domain/shared/status.ts';
import type { SignatureView } from '@atelier/contracts/shipping/schema.ts';
import type { EventStore } from '@atelier/event-store/types.ts';
import type { Kysely } from 'kysely';
import { itemAggregate } from '../aggregates.ts';
import { proofToken } from '../audit/piece-proof.queries.ts';
import { findItemHistory } from '../audit/item-history.queries.ts';
import { AlteredFile } from '../blobs/altered-file.ts';
import type { BlobContent, BlobStore } from '../blobs/blob-store.ts';
import { custodyOfItem } from '../custody/custody.queries.ts';
import type { Database } from '../platform/database.ts';
import { findItemImages, findNamedImageHash } from '../images/images.queries.ts';
import { sha256InId } from '../blobs/picture-id.ts';
import { findItemSignatures } from '../shipping/signature.queries.ts';
import type { DataScope } from '@atelier/domain/shared/scope.ts';

/** A file of the archive, before it has a hash. */
export interface DisputeEntry {
  readonly name: string;
  readonly bytes: Uint8Array;
}

export interface Dispute {
  readonly paper: Omit<DisputePaper, 'files' | 'madeAt' | 'proofUrl' | 'logKey'>;
  /** What the address of its proof ends with. */
  readonly proofToken: string;
  readonly entries: readonly DisputeEntry[];
  /** Of the newest event in it. */
  readonly position: number;
}

interface Sources {
  readonly store: Pick<EventStore, 'readStream'>;
  readonly blobs: Pick<BlobStore, 'get'>;
}

/**
 * Everything that is known of a piece, for a dispute: its history with who said what, custody, signatures, pictures, and the
 * hash chain of its events. Undefined when the item is not the reader's to see; call inside `inScope`.
 * @throws AlteredFile when a picture or signature is not the one that was recorded
 */
export async function findDispute(
  trx: Kysely<Database>,
  { store, blobs }: Sources,
  itemId: number,
  scope: DataScope,
): Promise<Dispute | undefined> {
  const history = await findItemHistory(trx, store, itemId, { seesWords: true, scope, moment: null });
  if (history === undefined || history.archive !== undefined) return undefined;
  const { events } = await store.readStream(itemStream(itemId));
  const state = itemAggregate.stateOf(events);
  const custody = await custodyOfItem(trx, store, itemId);
  if (state.kind === 'none' || custody === undefined) return undefined;
  const signatures = (await findItemSignatures(trx, store, blobs, itemId)) ?? [];
  refuseMissing(signatures);
  const chain = events.map(({ position, version, type, recordedAt, hash }) => ({
    position,
    version,
    type,
    recorded_at: recordedAt,
    hash,
  }));
  const { number, product, warranty, weights } = state;
  const recorded = new Map(events.map(({ position, recordedAt }) => [position, recordedAt]));
  const pictures = await picturesOf(trx, { store, blobs }, itemId);
  const { reference } = await trx
    .selectFrom('rma_row')
    .select('public_reference as reference')
    .where('id', '=', state.rmaId)
    .executeTakeFirstOrThrow();
  return {
    proofToken: proofToken(reference, itemId),
    position: events.at(-1)?.position ?? 0,
    paper: {
      number,
      sku: product.sku,
      name: product.name,
      timeZone: 'UTC',
      warranty,
      custody: custody.chain.map(holderLine),
      timeline: history.entries.map((entry) => ({
        ...timelineLine(entry),
        recordedAt: recorded.get(entry.position) ?? entry.at,
      })),
      signatures: signatures.map(({ signer_name: name, at, strokes }) => ({ name, at, strokes })),
      pictures: pictures.filter(isPicture).slice(0, PICTURES_SHOWN).map(asBase64),
    },
    entries: [
      jsonFile('piece.json', { number, product, warranty, weights, measurements: state.work.measurements }),
      jsonFile('history.json', history.entries),
      jsonFile('custody.json', custody),
      jsonFile('signatures.json', signatures),
      jsonFile('chain.json', { stream: itemStream(itemId), events: chain }),
      ...pictures,
    ],
  };
}

/** On paper; the archive holds all. */
const PICTURES_SHOWN = 12;
const isPicture = ({ name }: DisputeEntry): boolean => name.startsWith('images/');
const asBase64 = ({ name, bytes }: DisputeEntry) => ({ name, base64: Buffer.from(bytes).toString('base64') });

const jsonFile = (name: string, value: unknown): DisputeEntry => ({
  name,
  bytes: Buffer.from(`${JSON.stringify(value, null, 1)}\n`),
});

/** The pictures, after a list of which recorded picture each of them is. */
async function picturesOf(
  trx: Kysely<Database>,
  { store, blobs }: Sources,
  itemId: number,
): Promise<readonly DisputeEntry[]> {
  const entries: DisputeEntry[] = [];
  const listed: object[] = [];
  const { images = [] } = (await findItemImages(trx, store, itemId)) ?? {};
  for (const [index, { imageId, kind }] of images.entries()) {
    const { bytes, mediaType } = await findRecorded(trx, blobs, imageId);
    const ending = mediaType === 'image/png' ? 'png' : 'jpg';
    const name = `images/${String(index + 1).padStart(2, '0')}-${kind}.${ending}`;
    entries.push({ name, bytes });
    listed.push({ file: name, image_id: imageId });
  }
  return [jsonFile('pictures.json', listed), ...entries];
}

/** @throws AlteredFile also when it is gone: a file that lacks a recorded picture is not whole, and is not signed */
async function findRecorded(
  trx: Kysely<Database>,
  blobs: Sources['blobs'],
  imageId: string,
): Promise<BlobContent> {
  const hash = await findNamedImageHash(trx, imageId);
  const content = hash === undefined ? undefined : await blobs.get(hash);
  if (content === undefined) throw new AlteredFile(hash ?? sha256InId(imageId) ?? 'of a picture', 'nothing');
  return content;
}

/** A signature whose person is there says a name or shows strokes. @throws AlteredFile */
function refuseMissing(signatures: readonly SignatureView[]): void {
  for (const { signature_id: id, signer_name: name, strokes, image } of signatures)
    if (id !== '' && name === '' && strokes.length === 0 && image === null)
      throw new AlteredFile(id, 'nothing');
}

function holderLine({ holder, since, until }: CustodySpanView): DisputePaper['custody'][number] {
  const name = holder.site?.name ?? holder.shipment?.tracking_no ?? holder.item?.number ?? '';
  return { kind: holder.kind, name, since, until };
}

function timelineLine(entry: HistoryEntry): Omit<DisputePaper['timeline'][number], 'recordedAt'> {
  const { type, at, move, actor, worker, reason, details } = entry;
  const words = [
    reason,
    details['text'],
    details['remark'],
    details['note'],
    details['reference'],
    details['not_returned_reason'],
    details['tracking_number'],
    details['seal_number'],
  ];
  return {
    type,
    at,
    move,
    status: STATUSES.find(({ id }) => id === entry.to_status)?.id ?? null,
    who: worker ?? actor,
    words: words.filter((each) => typeof each === 'string' && each !== '').join(' · '),
    money: moneyIn(details),
    linkWay: FEE_LINK_WAYS.find((way) => way === details['way']) ?? null,
    atShop: details['at_shop_network'] === true,
  };
}

/** The amount that an event of the fee is about. */
function moneyIn(details: HistoryEntry['details']): Money | null {
  const found = ['paid', 'refunded', 'not_returned', 'settlement', 'fee'].map((name) => details[name]);
  return found.find(isMoney) ?? null;
}

const isMoney = (value: unknown): value is Money =>
  typeof value === 'object' &&
  value !== null &&
  'amount' in value &&
  typeof value.amount === 'number' &&
  'currency' in value &&
  typeof value.currency === 'string';
