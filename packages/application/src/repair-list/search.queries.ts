import { type SearchField, SEARCH_FIELDS } from '@atelier/domain/repair-list/contract.ts';
import { type Kysely, sql } from 'kysely';
import type { SearchWords } from '@atelier/key-vault/row-sealing.ts';
import { type Database, sealingOf } from '../platform/database.ts';
import type { Audience } from '../repair-detail/item-view.queries.ts';
import {
  BLIND_SIGN,
  contactTerms,
  isBlind,
  isPhoneTerm,
  searchGroups,
  type FieldTerm,
} from './search-terms.queries.ts';

export interface FindOptions {
  /** Where to look; undefined = everywhere. */
  readonly fields?: readonly SearchField[] | undefined;
  readonly cap: number;
}

interface FoundItem {
  readonly id: number;
  /** Place by place with `words`, the shortest word first. */
  readonly fields: readonly string[];
  readonly words: readonly string[];
}

/**
 * So that two letters that begin half of all words cost what a whole number costs, under 100 ms at 100,000 items: of
 * equal words the newest pieces are met first, and every further letter brings the others into reach.
 */
const DEEPEST = 6_000;

/** Items that match every group, newest first, in the caller's scope and by the fields they may see. */
export async function findItems(
  trx: Kysely<Database>,
  groups: readonly (readonly string[])[],
  { fields, cap }: FindOptions,
): Promise<readonly FoundItem[]> {
  const where = fields === undefined ? null : [...fields];
  const words = await sealingOf(trx).words();
  const beginnings = groups.map((group) => group.flatMap((each) => beginningsOf(each, words)));
  const { rows } = await sql<FoundItem>`
    select id, fields, words
      from find_items(${JSON.stringify(beginnings)}::jsonb, ${cap}, ${where}::text[], ${DEEPEST})`.execute(
    trx,
  );
  return rows;
}

/** In clear for pieces and deposits, blind for persons. No word in clear begins with the sign that blind ones begin with. */
const beginningsOf = (word: string, { allBlind }: SearchWords): readonly string[] => [
  ...(word.startsWith(BLIND_SIGN) ? [] : [word]),
  ...allBlind(word),
];

const OF_THE_PIECE: readonly SearchField[] = ['number', 'tracking', 'serial', 'certificate', 'sku'];
const UNKNOWN_TO_OPERATION: readonly SearchField[] = ['phone', 'email'];

/**
 * An account cannot search by fields it is not shown (see `Audience`): a search that answers "yes" to a phone
 * number reveals it. Undefined = everywhere.
 */
export function searchableBy(audience: Audience): readonly SearchField[] | undefined {
  if (audience === 'shop') return undefined;
  if (audience === 'worker') return OF_THE_PIECE;
  return SEARCH_FIELDS.filter((field) => !UNKNOWN_TO_OPERATION.includes(field));
}

export interface FoundGroup {
  readonly field: SearchField;
  readonly total: number;
  readonly hits: readonly FoundHit[];
}

export interface FoundHit {
  readonly id: number;
  /** What of this field matched, the shortest first; none of a phone number, which is kept backwards. */
  readonly words: readonly string[];
  readonly exact: boolean;
}

export interface Found {
  readonly groups: readonly FoundGroup[];
  /** Pieces found, each once. */
  readonly total: number;
  readonly more: boolean;
}

/** Looked at, and shown of each group: the page is for telling, the list for going through them all. */
const MOST_READ = 400;
const SHOWN_OF_GROUP = 12;

/**
 * What a query finds, grouped by the field that matched, in the order of `SEARCH_FIELDS`. An item stands in the group
 * of every field that its first word was found in.
 */
export async function searchByField(
  trx: Kysely<Database>,
  query: string,
  audience: Audience,
): Promise<Found> {
  const groups = searchGroups(query);
  const [wanted] = groups;
  if (wanted === undefined) return { groups: [], total: 0, more: false };
  const fields = searchableBy(audience);
  const found = await findItems(trx, groups, { fields, cap: MOST_READ });
  const { allBlind } = await sealingOf(trx).words();
  const exact = new Set(groups.length === 1 ? wanted.flatMap((word) => [word, ...allBlind(word)]) : []);
  const shown = SEARCH_FIELDS.map((field) => groupOf(field, found, (word) => exact.has(word))).filter(
    ({ total }) => total > 0,
  );
  const groupsShown = await withPersonsWords(trx, shown, wanted);
  return { groups: groupsShown, total: found.length, more: found.length === MOST_READ };
}

/** What the index holds of persons cannot be read: their words are made again of the contacts of the hits that are shown. */
async function withPersonsWords(
  trx: Kysely<Database>,
  groups: readonly FoundGroup[],
  wanted: readonly string[],
): Promise<readonly FoundGroup[]> {
  const isPersonal = ({ field }: FoundGroup) => field === 'name' || field === 'email';
  const ids = groups.filter(isPersonal).flatMap(({ hits }) => hits.map(({ id }) => id));
  if (ids.length === 0) return groups;
  const terms = await termsOfItems(trx, [...new Set(ids)]);
  const wordsOf = (field: SearchField, id: number): readonly string[] =>
    (terms.get(id) ?? [])
      .filter((each) => each.field === field && wanted.some((word) => each.term.startsWith(word)))
      .map(({ term }) => term)
      .toSorted((a, b) => a.length - b.length || (a < b ? -1 : 1));
  return groups.map((group) =>
    isPersonal(group)
      ? { ...group, hits: group.hits.map((hit) => ({ ...hit, words: wordsOf(group.field, hit.id) })) }
      : group,
  );
}

/** The words of the customers of these pieces, by piece. */
async function termsOfItems(
  trx: Kysely<Database>,
  ids: readonly number[],
): Promise<ReadonlyMap<number, readonly FieldTerm[]>> {
  const rows = await trx
    .selectFrom('item_row as i')
    .innerJoin('rma_row as r', 'r.id', 'i.rma_id')
    .select(['i.id', 'r.firstname as firstName', 'r.lastname as lastName', 'r.email'])
    .select(['r.phone_code as phoneCode', 'r.phone'])
    .where((where) => where('i.id', '=', where.fn.any(where.val([...ids]))))
    .execute();
  return new Map(rows.map(({ id, ...contact }) => [id, contactTerms(contact)]));
}

function groupOf(
  field: SearchField,
  found: readonly FoundItem[],
  isExact: (word: string) => boolean,
): FoundGroup {
  const hits = found.flatMap(({ id, fields, words }) => {
    const own = words.filter((_, place) => fields[place] === field);
    if (own.length === 0) return [];
    return [
      { id, words: own.filter((word) => !isPhoneTerm(word) && !isBlind(word)), exact: own.some(isExact) },
    ];
  });
  const exactFirst = hits.toSorted((a, b) => Number(b.exact) - Number(a.exact));
  return { field, total: hits.length, hits: exactFirst.slice(0, SHOWN_OF_GROUP) };
}
