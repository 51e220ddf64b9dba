import { NAME_KEY_FORM, nameKey } from '@atelier/domain/reference/search-key.ts';
import { type Kysely, sql } from 'kysely';
import { inScope, type Database, sealingOf } from '../platform/database.ts';
import { asRows, type TableRow } from './import/table-rows.queries.ts';
import { sealedCustomers, withPlaceIds } from './sealed-customers.queries.ts';

const BATCH = 500;

/**
 * Seals records that stand in clear, and writes words of search of an older key or form again, 500 at a time. `db`: sessions of role
 * `atelier_projector` with the store's `sealing`. Answers how many.
 */
export async function sealCustomers(db: Kysely<Database>, isStopped: () => boolean): Promise<number> {
  let written = 0;
  for (let after = -1; !isStopped();) {
    const ids = await sealBatch(db, after);
    const last = ids.at(-1);
    if (last === undefined) return written;
    written += ids.length;
    after = last;
  }
  return written;
}

function sealBatch(db: Kysely<Database>, after: number): Promise<readonly number[]> {
  const sealing = sealingOf(db);
  return inScope(db, { kind: 'all' }, async (trx) => {
    const { mark } = await sealing.words();
    const { rows } = await sql<TableRow & { id: number }>`
      select id, firstname, lastname, email, phone_code, phone, postal_code, address,
             province_id, city_id, province_ref, city_ref from customers
       where id > ${after} and (lastname <> '' or firstname <> '' or phone <> '' or email is not null)
         and (name_blind is null or left(name_blind, ${mark.length}) <> ${mark}
              or words_form <> ${NAME_KEY_FORM}
              or province_id is not null or city_id is not null)
       order by id limit ${BATCH} for update`.execute(trx);
    if (rows.length === 0) return [];
    const sealed = await sealedCustomers(
      sealing,
      rows.map((row) => withKeys(withPlaceIds(row))),
    );
    await sql`
      update customers held set firstname = given.firstname, lastname = given.lastname, email = given.email,
             phone_code = given.phone_code, phone = given.phone, postal_code = given.postal_code,
             province_id = given.province_id, city_id = given.city_id,
             province_ref = given.province_ref, city_ref = given.city_ref,
             address = given.address, name_key = given.name_key, family_key = given.family_key,
             words_form = given.words_form,
             name_blind = given.name_blind, family_blind = given.family_blind,
             email_blind = given.email_blind, phone_blind = given.phone_blind
        from ${asRows('customers', sealed)} given where held.id = given.id`.execute(trx);
    return rows.map(({ id }) => id);
  });
}

const withKeys = (row: TableRow): TableRow => ({
  ...row,
  name_key: nameKey(`${String(row['firstname'])} ${String(row['lastname'])}`),
  family_key: nameKey(`${String(row['lastname'])} ${String(row['firstname'])}`),
  words_form: NAME_KEY_FORM,
});
