import type {
  ItemBoundToShipment,
  ItemReplaced,
  ItemTrackingChanged,
} from '@atelier/domain/repair/item/events.ts';
import type { ItemDeposited, ItemDepositEdited } from '@atelier/domain/repair/item/deposit-events.ts';
import type {
  RmaContactChanged,
  RmaCustomerErased,
  RmaDeposited,
  RmaEdited,
} from '@atelier/domain/deposit/events.ts';
import type { SearchField } from '@atelier/domain/repair-list/contract.ts';
import { sql, type Transaction } from 'kysely';
import { type Database, sealingOf } from '../platform/database.ts';
import type { StoredEvent } from '@atelier/event-store/types.ts';
import type { SearchWords } from '@atelier/key-vault/row-sealing.ts';
import { type Folding, entityIdOf, isOneOf } from '@atelier/event-store/projections/projection.ts';
import type { Projection } from '../projections/projection.ts';
import { codeTerms, contactTerms, type FieldTerm } from './search-terms.queries.ts';

type SearchEvent =
  | ItemDeposited
  | ItemDepositEdited
  | ItemReplaced
  | ItemBoundToShipment
  | ItemTrackingChanged
  | RmaDeposited
  | RmaEdited
  | RmaContactChanged
  | RmaCustomerErased;
const SEARCH_EVENTS = [
  'ItemDeposited',
  'ItemDepositEdited',
  'ItemReplaced',
  'ItemBoundToShipment',
  'ItemTrackingChanged',
  'RmaDeposited',
  'RmaEdited',
  'RmaContactChanged',
  'RmaCustomerErased',
] as const;
const isSearchEvent = isOneOf<SearchEvent>(SEARCH_EVENTS);

/** A row of migrations/0015_deposits_and_search.sql. */
export interface SearchTermTable {
  kind: 'item' | 'rma' | 'contact';
  id: number;
  term: string;
  /** A `SearchField`; '' where a node of an earlier version wrote it. */
  field: string;
  /** Of the stream, at the event that brought the word. */
  version: number;
}

declare module '../platform/database.ts' {
  interface Database {
    search_terms: SearchTermTable;
  }
}

/**
 * Fields that a later event replaces: then the words that are no longer true go. Everything of a contact, what the deposit order
 * of a piece, and the order. Numbers, packages and a new piece's words are only added.
 */
const REPLACED_FIELDS = {
  contact: ['name', 'email', 'phone', ''],
  item: ['sku', 'serial', 'certificate', 'invoice', 'order'],
  rma: ['order'],
} as const satisfies Record<SearchTermTable['kind'], readonly (SearchField | '')[]>;
type Kind = keyof typeof REPLACED_FIELDS;
const KINDS: readonly Kind[] = ['contact', 'item', 'rma'];

/** The words under which an item, its deposit and its customer are found. */
export const searchProjection: Projection = {
  name: 'search',
  types: SEARCH_EVENTS,
  tables: ['search_terms'],
  begin: async (trx, events) => {
    const words = await sealingOf(trx).words();
    return fold(trx, await knownVersions(trx, events), words);
  },
};

const nameOf = (kind: Kind, id: number): string => `${kind} ${id}`;

/** Versions of what may be replaced: an older event, delivered again, must not bring old words back. */
async function knownVersions(
  trx: Transaction<Database>,
  events: readonly StoredEvent[],
): Promise<Map<string, number>> {
  const ids = [...new Set(events.map(({ streamId }) => entityIdOf(streamId)))];
  const known = new Map<string, number>();
  for (const kind of KINDS) {
    const rows = await trx
      .selectFrom('search_terms')
      .select(['id', (term) => term.fn.max('version').as('version')])
      .where('kind', '=', kind)
      .where('field', 'in', REPLACED_FIELDS[kind])
      .where((where) => where('id', '=', where.fn.any(where.val(ids))))
      .groupBy('id')
      .execute();
    for (const { id, version } of rows) known.set(nameOf(kind, id), version);
  }
  return known;
}

function fold(trx: Transaction<Database>, versions: Map<string, number>, words: SearchWords): Folding {
  const added = new Map<string, SearchTermTable>();
  const anew = new Map<string, readonly SearchTermTable[]>();
  const forgotten: Readonly<Record<Kind, Set<number>>> = {
    contact: new Set(),
    item: new Set(),
    rma: new Set(),
  };

  const rowsOf = (kind: Kind, { streamId, version }: StoredEvent, terms: readonly FieldTerm[]) =>
    terms.map(({ field, term }) => ({ kind, id: entityIdOf(streamId), term, field, version }));
  const add = (kind: 'item' | 'rma', event: StoredEvent, terms: readonly FieldTerm[]): void => {
    for (const row of rowsOf(kind, event, terms)) {
      const name = `${nameOf(kind, row.id)} ${row.field} ${row.term}`;
      if (!added.has(name)) added.set(name, row);
    }
  };
  const replaceTerms = (kind: Kind, event: StoredEvent, terms: readonly FieldTerm[]): void => {
    const id = entityIdOf(event.streamId);
    const name = nameOf(kind, id);
    if (event.version <= (versions.get(name) ?? 0)) return;
    versions.set(name, event.version);
    anew.set(name, rowsOf(kind, event, terms));
    forgotten[kind].add(id);
  };

  const apply = (event: StoredEvent): void => {
    if (!isSearchEvent(event)) return;
    switch (event.type) {
      case 'ItemDeposited':
        add('item', event, codeTerms('number', event.data.number));
        return replaceTerms('item', event, itemTerms(event.data));
      case 'ItemDepositEdited':
        return replaceTerms('item', event, itemTerms(event.data));
      case 'ItemReplaced':
        return add('item', event, pieceTerms(event.data.newPiece));
      case 'ItemBoundToShipment':
      case 'ItemTrackingChanged':
        return add('item', event, codeTerms('tracking', event.data.trackingNumber));
      case 'RmaDeposited':
        add('rma', event, codeTerms('number', event.data.number));
        replaceTerms('rma', event, orderTerms(event.data));
        return replaceTerms('contact', event, blind(termsOf(event.data.contact), words));
      case 'RmaEdited':
        return replaceTerms('rma', event, orderTerms(event.data));
      case 'RmaContactChanged':
        return replaceTerms('contact', event, blind(termsOf(event.data.contact), words));
      case 'RmaCustomerErased':
        return replaceTerms('contact', event, []);
    }
  };

  const save = async (): Promise<void> => {
    for (const kind of KINDS) await forget(trx, kind, [...forgotten[kind]]);
    await insertTerms(trx, [...added.values(), ...[...anew.values()].flat()]);
  };

  return { apply, save };
}

const orderTerms = (order: Pick<RmaDeposited['data'], 'originalOrderId' | 'originalOrderNumber'>) =>
  codeTerms('order', order.originalOrderId, order.originalOrderNumber);

/** Null once the customer is erased: then there is nothing to find them by. */
const termsOf = (contact: RmaDeposited['data']['contact'] | null): readonly FieldTerm[] =>
  contact === null ? [] : contactTerms(contact);

const blind = (terms: readonly FieldTerm[], words: SearchWords): readonly FieldTerm[] =>
  terms.map(({ field, term }) => ({ field, term: words.blind(term) }));

const pieceTerms = ({ sku, serial }: ItemReplaced['data']['newPiece']): readonly FieldTerm[] => [
  ...codeTerms('sku', sku),
  ...codeTerms('serial', serial),
];

function itemTerms({
  product,
  purchase,
}: Pick<ItemDeposited['data'], 'product' | 'purchase'>): readonly FieldTerm[] {
  return [
    ...codeTerms('sku', product.sku),
    ...codeTerms('serial', product.serial),
    ...codeTerms('certificate', product.certificateNo, product.sequenceNumber),
    ...codeTerms('invoice', purchase.invoiceNumber),
    ...codeTerms('order', purchase.originalOrderId, purchase.originalOrderNumber),
  ];
}

/** A word that is there stays as it is, with the version that brought it first. */
async function insertTerms(trx: Transaction<Database>, rows: readonly SearchTermTable[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    insert into search_terms (kind, id, term, field, version)
    select kind, id, term, field, version
      from json_populate_recordset(null::search_terms, ${JSON.stringify(rows)}::json)
    on conflict do nothing`.execute(trx);
}

async function forget(trx: Transaction<Database>, kind: Kind, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await trx
    .deleteFrom('search_terms')
    .where('kind', '=', kind)
    .where('field', 'in', REPLACED_FIELDS[kind])
    .where((where) => where('id', '=', where.fn.any(where.val([...ids]))))
    .execute();
}
