import { describe, expect, it } from 'vitest';
import { factsOf } from './facts.ts';

/** Every code, number and moment that the open formats say (product/exports.md §6), by its name on the wire. */
const NAMES = [
  'attempt because by_asking carrier comment_type decision delivery department due_at effective_at entered_at escalated',
  'gross_weight_grams hold how is_agent is_set items kind move nav_number no_warranty number order_type outcome platform',
  'policy_version result role_key scheduled seal_number sku status stone_count target total180 tracking_number until verdict',
  'weight_mg work_id wrong_reason',
]
  .join(' ')
  .split(' ');
const inData = (name: string): string =>
  name.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase());

describe('the facts of an event', () => {
  it.each(NAMES)('say %s, given as a code, a number or a yes', (name) => {
    expect(factsOf({ [inData(name)]: 'code' })).toEqual({ [name]: 'code' });
    expect(factsOf({ [inData(name)]: 0 })).toEqual({ [name]: 0 });
    expect(factsOf({ [inData(name)]: false })).toEqual({ [name]: false });
  });

  it('leave out what is empty, no number or a whole record', () => {
    expect(factsOf({ sku: '', status: Number.NaN, items: [1], hold: null, kind: { of: 'x' } })).toEqual({});
  });

  it('leave out every field that is not named', () => {
    expect(factsOf({ text: 'Mrs Byron rang', code: '0612345678', email: 'ada@byron.test' })).toEqual({});
  });

  it.each(['agreed_fee', 'fee', 'paid', 'price', 'settlement'])('say %s as amount and currency', (name) => {
    const facts = factsOf({ [inData(name)]: { amount: 4_500, currency: 'EUR' } });
    expect(facts).toEqual({ [`${name}_amount`]: 4_500, [`${name}_currency`]: 'EUR' });
  });

  it('say both ends of a move: statuses as they are, holders by their kind', () => {
    expect(factsOf({ from: 1, to: 2 })).toEqual({ from: 1, to: 2 });
    const holders = { from: { kind: 'site', siteId: 1 }, to: { kind: 'customer' } };
    expect(factsOf(holders)).toEqual({ from: 'site', to: 'customer' });
  });

  it('say what was found, and whether it is under warranty', () => {
    const findings = { primaryCause: 3, qualityIssue: 'plating', words: 'scratched by Mrs Byron' };
    expect(factsOf({ findings, warranty: { inWarranty: true } })).toEqual({
      primary_cause: 3,
      quality_issue: 'plating',
      in_warranty: true,
    });
  });
});
