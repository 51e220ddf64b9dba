import type {
  ItemBoundToShipment,
  ItemDeposited,
  ItemDepositEdited,
  ItemReplaced,
} from '@atelier/domain/repair/events.ts';
import type { RmaContactChanged, RmaDeposited, RmaEdited } from '@atelier/domain/rma/events.ts';
import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import type { Database } from '../database.ts';
import type { StoredEvent } from '../event-store/types.ts';
import type { Folding, Projection } from '../projections/projection.ts';
import { entityIdOf, isOneOf } from '../projections/projection.ts';
import { codeTerms, contactTerms } from './search-terms.ts';
import type { FieldTerm } from './search-terms.ts';

type SearchEvent =
  | ItemDeposited
  | ItemDepositEdited
  | ItemReplaced
  | ItemBoundToShipment
  | RmaDeposited
  | RmaEdited
  | RmaContactChanged;
const SEARCH_EVENTS = [
  'ItemDeposited',
  'ItemDepositEdited',
  'ItemReplaced',
  'ItemBoundToShipment',
  'RmaDeposited',
  'RmaEdited',
  'RmaContactChanged',
] as const;
const isSearchEvent = isOneOf<SearchEvent>(SEARCH_EVENTS);

/** A row of migrations/0034_search.sql and 0053_search_views.sql. */
export interface SearchTermTable {
  kind: 'item' | 'rma' | 'contact';
  id: number;
  term: string;
  /** A `SearchField`; '' where a node of an earlier version wrote it. */
  field: string;
  /** Of the stream, at the event that brought the word. */
  version: number;
}

declare module '../database.ts' {
  interface Database {
    search_terms: SearchTermTable;
  }
}

/** The words under which an item, its deposit and its customer are found. Words are only added, except a contact's. */
export const searchProjection: Projection = {
  name: 'search',
  types: SEARCH_EVENTS,
  tables: ['search_terms'],
  begin: async (trx, events) => fold(trx, await contactVersions(trx, events)),
};

/** Versions of the contacts in the index: an older event, delivered again, must not bring old words back. */
async function contactVersions(
  trx: Transaction<Database>,
  events: readonly StoredEvent[],
): Promise<Map<number, number>> {
  const ids = events.filter(({ type }) => type.startsWith('Rma')).map(({ streamId }) => entityIdOf(streamId));
  if (ids.length === 0) return new Map();
  const rows = await trx
    .selectFrom('search_terms')
    .select(['id', (term) => term.fn.max('version').as('version')])
    .where('kind', '=', 'contact')
    .where((where) => where('id', '=', where.fn.any(where.val(ids))))
    .groupBy('id')
    .execute();
  return new Map(rows.map(({ id, version }) => [id, version]));
}

function fold(trx: Transaction<Database>, versions: Map<number, number>): Folding {
  const added = new Map<string, SearchTermTable>();
  const contacts = new Map<number, readonly SearchTermTable[]>();

  const add = (
    kind: 'item' | 'rma',
    { streamId, version }: StoredEvent,
    terms: readonly FieldTerm[],
  ): void => {
    const id = entityIdOf(streamId);
    for (const { field, term } of terms) {
      const name = `${kind} ${id} ${field} ${term}`;
      if (!added.has(name)) added.set(name, { kind, id, term, field, version });
    }
  };
  const replaceContact = ({ streamId, version }: StoredEvent, terms: readonly FieldTerm[]): void => {
    const id = entityIdOf(streamId);
    if (version <= (versions.get(id) ?? 0)) return;
    versions.set(id, version);
    contacts.set(
      id,
      terms.map(({ field, term }) => ({ kind: 'contact', id, term, field, version })),
    );
  };

  const apply = (event: StoredEvent): void => {
    if (!isSearchEvent(event)) return;
    switch (event.type) {
      case 'ItemDeposited':
        return add('item', event, [...codeTerms('number', event.data.number), ...itemTerms(event.data)]);
      case 'ItemDepositEdited':
        return add('item', event, itemTerms(event.data));
      case 'ItemReplaced':
        return add('item', event, pieceTerms(event.data.newPiece));
      case 'ItemBoundToShipment':
        return add('item', event, codeTerms('tracking', event.data.trackingNumber));
      case 'RmaDeposited': {
        const { number, originalOrderId, originalOrderNumber } = event.data;
        add('rma', event, [
          ...codeTerms('number', number),
          ...codeTerms('order', originalOrderId, originalOrderNumber),
        ]);
        return replaceContact(event, termsOf(event.data.contact));
      }
      case 'RmaEdited': {
        const { originalOrderId, originalOrderNumber } = event.data;
        return add('rma', event, codeTerms('order', originalOrderId, originalOrderNumber));
      }
      case 'RmaContactChanged':
        return replaceContact(event, termsOf(event.data.contact));
    }
  };

  const save = async (): Promise<void> => {
    if (contacts.size > 0) await forgetContacts(trx, [...contacts.keys()]);
    const rows = [...added.values(), ...[...contacts.values()].flat()];
    await insertTerms(trx, rows);
  };

  return { apply, save };
}

/** Null once the customer is erased: then there is nothing to find them by. */
const termsOf = (contact: RmaDeposited['data']['contact'] | null): readonly FieldTerm[] =>
  contact === null ? [] : contactTerms(contact);

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

async function forgetContacts(trx: Transaction<Database>, ids: readonly number[]): Promise<void> {
  await trx
    .deleteFrom('search_terms')
    .where('kind', '=', 'contact')
    .where((where) => where('id', '=', where.fn.any(where.val([...ids]))))
    .execute();
}
