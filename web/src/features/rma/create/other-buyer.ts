import type { CustomerView } from '@atelier/contracts/reference/schema.ts';
import { searchKey } from '@atelier/domain/reference/search-key.ts';
import { fullName } from '@atelier/domain/rma/names.ts';
import type { RmaValues } from './form-values.ts';
import { customerName } from './prefill.ts';

/** Whether the order of a piece was bought by another person than the form is for. */
export function isOtherBuyer(
  { customer_id: id, firstname, lastname }: Pick<RmaValues, 'customer_id' | 'firstname' | 'lastname'>,
  buyer: CustomerView,
): boolean {
  const name = fullName(firstname, lastname);
  if (id !== null) return id !== buyer.id;
  return name.trim() !== '' && searchKey(name) !== searchKey(customerName(buyer));
}
