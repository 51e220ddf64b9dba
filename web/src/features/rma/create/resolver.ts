import type { FieldErrors, Resolver } from 'react-hook-form';
import { set } from 'react-hook-form';
import { loadChunk } from '../../../lib/chunks/lazy-chunk.ts';
import type { FormRules } from './form-schema.ts';
import type { RmaValues } from './form-values.ts';
import { loadPhones } from './phone.ts';

/** The form's own rules as react-hook-form asks for them; the message of an error is its code. */
export const resolverFor =
  (rules: () => FormRules): Resolver<RmaValues> =>
  async (values) => {
    // The rules weigh as much as the form: they are fetched when it is first checked, like the phone numbers.
    const { flawsOf } = await loadChunk(() => import('./form-schema.ts'));
    await loadPhones().catch(() => undefined);
    const errors: FieldErrors<RmaValues> = {};
    for (const { path, code } of flawsOf(values, rules())) set(errors, path, { type: 'rule', message: code });
    return Object.keys(errors).length > 0 ? { values: {}, errors } : { values, errors: {} };
  };
