import type { PersonalRows } from '@atelier/event-store/event-types.ts';

/**
 * Columns that hold something of a person: sealed under that person's key (decisions/0163). And private keys of endpoints, under a key
 * of the endpoint's own (decisions/0182).
 */
export const PERSONAL_ROWS: PersonalRows = {
  rma_row: {
    subject: 'customer_ref',
    columns: [
      'firstname',
      'lastname',
      'fullname',
      'phone_code',
      'phone',
      'fullphone',
      'phone_digits',
      'email',
      'country',
      'province',
      'city',
      'address',
      'receiver_name',
      'receiver_phone',
    ],
  },
  webhook_keys: { subject: 'webhook_id', prefix: 'webhook-', columns: ['secret_key'] },
  customers: {
    subject: 'id',
    prefix: 'customer-',
    columns: [
      'firstname',
      'lastname',
      'email',
      'phone_code',
      'phone',
      'province_ref',
      'city_ref',
      'postal_code',
      'address',
      'name_key',
      'family_key',
    ],
  },
};
