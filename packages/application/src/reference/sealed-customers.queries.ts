import { emailKey } from '@atelier/domain/contract/codes.ts';
import type { Sealing } from '@atelier/key-vault/row-sealing.ts';
import { reversedDigits } from '../shared/reversed-digits.ts';
import type { TableRow } from './import/table-rows.queries.ts';

/** Old tills wrote this text for "none" (product/rma.md §2). */
export const NO_EMAIL = 'null';

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Records as they are written: sealed, with the words that search finds them by. In clear while the release before may run beside. */
export async function sealedCustomers(
  sealing: Sealing,
  rows: readonly TableRow[],
): Promise<readonly TableRow[]> {
  if (!sealing.isOn()) return rows;
  const { blind } = await sealing.words();
  const sealed = await sealing.sealRows('customers', rows.map(withPlacesToSeal));
  return sealed.map((row, index) => ({ ...row, ...wordsOf(rows[index] ?? {}, blind) }));
}

/** Numbers of places as text, which can be sealed; the columns that the database joins by hold them no more. */
function withPlacesToSeal(row: TableRow): TableRow {
  const { province_id: province, city_id: city } = row;
  const places = { province_ref: refOf(province), city_ref: refOf(city) };
  return { ...row, ...places, province_id: null, city_id: null };
}

const refOf = (id: unknown): string | null => (typeof id === 'number' ? String(id) : null);

type PlaceColumn = 'province_id' | 'city_id' | 'province_ref' | 'city_ref';

/** A record as it is read, with the numbers of its places where they stand in clear: an erased customer has none. */
export function withPlaceIds<R extends TableRow>(
  row: R,
): Omit<R, PlaceColumn> & { readonly province_id: number | null; readonly city_id: number | null } {
  const { province_id, city_id, province_ref, city_ref, ...rest } = row;
  return { ...rest, province_id: idOf(province_ref, province_id), city_id: idOf(city_ref, city_id) };
}

function idOf(ref: unknown, id: unknown): number | null {
  if (typeof ref === 'string' && ref !== '') return Number(ref);
  return typeof id === 'number' ? id : null;
}

function wordsOf(row: TableRow, blind: (word: string) => string) {
  const email = emailKey(textOf(row['email']));
  const digits = textOf(row['phone_code']) + textOf(row['phone']);
  return {
    name_blind: blind(textOf(row['name_key'])),
    family_blind: blind(textOf(row['family_key'])),
    email_blind: email === '' || email === NO_EMAIL ? null : blind(email),
    phone_blind: digits === '' ? null : blind(reversedDigits(digits)),
  };
}
