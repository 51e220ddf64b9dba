import { emailKey } from '@atelier/domain/contract/codes.ts';
import type { Sealing } from '@atelier/event-store/row-sealing.ts';
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
  const sealed = await sealing.sealRows('customers', rows);
  return sealed.map((row, index) => ({ ...row, ...wordsOf(rows[index] ?? {}, blind) }));
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
