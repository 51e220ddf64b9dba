import { type FieldErrors, type Resolver, set } from 'react-hook-form';
import { loadChunk } from '@atelier/ui/chunks/lazy-chunk.ts';
import type { FormRules } from './form-issues.ts';
import type { RmaValues } from './form-values.ts';
import { loadPhones } from './phone.ts';

/** What may still be said of a deposit whose pieces have left the counter (product/deposit.md §10). */
const CONTACT: ReadonlySet<string> = new Set([
  'firstname',
  'lastname',
  'phone_code',
  'phone',
  'email',
  'country',
  'province',
  'city',
  'address',
  'receiver_name',
  'receiver_phone',
]);

/** The form's own rules as react-hook-form asks for them; the message of an error is its code. */
export const resolverFor =
  (rules: () => FormRules, scope: 'all' | 'contact' = 'all'): Resolver<RmaValues> =>
  async (values) => {
    // The rules weigh as much as the form: they are fetched when it is first checked, like the phone numbers.
    const { issuesOf } = await loadChunk(() => import('./form-issues.ts'));
    await loadPhones().catch(() => undefined);
    const errors: FieldErrors<RmaValues> = {};
    for (const { path, code } of issuesOf(values, rules())) {
      if (scope === 'contact' && !CONTACT.has(path)) continue;
      set(errors, path, { type: 'rule', message: code });
    }
    return Object.keys(errors).length > 0 ? { values: {}, errors } : { values, errors: {} };
  };
