import { expect, test } from 'vitest';
import { emptyRma } from '../form-values.ts';
import { stepOf, STEPS } from './use-step.ts';

test('every field of the form is asked in one of the steps, the client’s in the first', () => {
  const fields = Object.keys(emptyRma({ country: 'FR', dialCode: '33', language: 'fr' }));
  const byStep = Object.fromEntries(
    STEPS.map((step) => [step, fields.filter((field) => stepOf(field) === step)]),
  );
  expect(byStep['sign']).toEqual(['signature']);
  expect(byStep['pieces']).toEqual([
    'platform_type',
    'fulfilled_date',
    'original_order_id',
    'original_order_number',
    'items',
  ]);
  expect(byStep['client']).toEqual(expect.arrayContaining(['firstname', 'phone', 'address', 'delivery']));
});
