import type { CustomerRef } from '@atelier/domain/kernel.ts';
import type { DossierAbout, DossierReading, DossierRecord } from '@atelier/domain/privacy/dossier.ts';
import { termOf } from '@atelier/domain/privacy/retention.ts';
import { type Kysely, sql } from 'kysely';
import type { CommandServices } from '../commands/run-command.ts';
import { inScope, type Database } from '../platform/database.ts';
import { findCustomerRecord } from '../reference/customers.queries.ts';
import { EVERYTHING } from './customer-facts.queries.ts';
import { registerIdOf } from './same-person.queries.ts';

/** What of a person's pieces the recipients follow from. */
interface HeldPieces {
  readonly rmas: readonly { readonly id: number }[];
  readonly items: readonly {
    readonly id: number;
    readonly store_id: number;
    readonly visible_sites: readonly number[];
  }[];
}

/** The records of the register, with what they say was bought. */
export async function findRegister(
  db: Kysely<Database>,
  refs: readonly CustomerRef[],
): Promise<readonly DossierRecord[]> {
  const records: DossierRecord[] = [];
  for (const id of refs.flatMap((ref) => registerIdOf(ref) ?? [])) {
    const found = await findCustomerRecord(db, EVERYTHING, id);
    if (found === undefined) continue;
    const { firstname, lastname, email, fullphone, language, country, province, city, ...rest } =
      found.customer;
    const { postal_code, address } = rest;
    const contact = { firstname, lastname, email, phone: fullphone, language, country, province, city };
    const orders = found.orders.map(({ order_number, invoice_no, purchase_date, lines }) => ({
      order_number,
      invoice_no,
      purchase_date,
      pieces: lines.map(({ sku, product_name, serial }) =>
        [product_name, sku, serial].filter(Boolean).join(' · '),
      ),
    }));
    records.push({ contact: { ...contact, postal_code, address }, orders });
  }
  return records;
}

/** Where the data come from, who has them, and for how long, by what is known of the pieces (GDPR Art. 15(1)). */
export async function findAbout(
  { db, policy }: Pick<CommandServices, 'db' | 'policy'>,
  { items }: HeldPieces,
  isRegistered: boolean,
): Promise<DossierAbout> {
  const siteIds = [
    ...new Set(items.flatMap(({ visible_sites: sites, store_id: store }) => [...sites, store])),
  ];
  const sites = await db
    .selectFrom('sites')
    .select(['id', 'name', 'country'])
    .where((where) => where('id', '=', where.fn.any(where.val(siteIds))))
    .orderBy('id')
    .execute();
  const { retention } = policy();
  const shops = new Set(items.map(({ store_id }) => store_id));
  const terms = sites.filter(({ id }) => shops.has(id)).map(({ country }) => termOf(retention, country));
  return {
    sources: [
      ...(items.length > 0 ? ['counter' as const] : []),
      ...(isRegistered ? ['register' as const] : []),
    ],
    sites: sites.map(({ name }) => name),
    carriers: await carriersOf(
      db,
      items.map(({ id }) => id),
    ),
    months: retention.on ? Math.max(retention.default_months, ...terms) : null,
  };
}

/** Names of the carriers that had one of the pieces. */
async function carriersOf(db: Kysely<Database>, itemIds: readonly number[]): Promise<readonly string[]> {
  const { rows } = await inScope(db, EVERYTHING, (trx) =>
    sql<{ name: string }>`
      select distinct c.name from shipment_row s join carriers c on c.code = s.carrier
       where s.item_ids && ${[...itemIds]}::bigint[] order by c.name`.execute(trx),
  );
  return rows.map(({ name }) => name);
}

/** As events of readings call the person's records. */
export const subjectsOf = (refs: readonly CustomerRef[], { rmas, items }: HeldPieces): readonly string[] => [
  ...refs,
  ...rmas.map(({ id }) => `rma-${id}`),
  ...items.map(({ id }) => `item-${id}`),
];

/** Readings by auditors and other systems of one of these records; lists that showed many people name none of them. */
export async function findReadings(
  db: Kysely<Database>,
  subjects: readonly string[],
): Promise<readonly DossierReading[]> {
  const { rows } = await sql<DossierReading>`
    select e.data ->> 'at' as at, e.data ->> 'call' as call
      from streams s join events e on e.stream_id = s.stream_id
     where s.stream_id >= 'audit-reading-' and s.stream_id < 'audit-reading.'
       and e.data ->> 'subject' = any(${[...new Set(subjects)]}::text[])
     order by e.position`.execute(db);
  return rows;
}
