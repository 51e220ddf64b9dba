import type { ProvenValue } from '@atelier/transparency-log/proof/fault-list.ts';
import { describe, expect, it } from 'vitest';
import { shownValues, toFoundFault } from './found-fault.queries.ts';

const value = (field: string, before: ProvenValue['before'], after: ProvenValue['after']): ProvenValue => ({
  field,
  before,
  after,
  by: 'hash',
});

describe('what a verification keeps of the values in an event (decisions/0199)', () => {
  it.each([
    ['a number', value('data.fee.amount', 30_000, 1)],
    ['yes or no', value('data.waived', false, true)],
    ['what was not there', value('data.waived', null, true)],
    ['a code by the event’s own table', value('data.because', 'lost', 'found')],
    ['a code in a list', value('data.skipped.0.because', 'lost', 'found')],
  ])('keeps %s', (_, kept) => {
    expect(shownValues('ItemStatusChanged', [kept])).toEqual([kept]);
  });

  it.each([
    ['words that somebody typed', value('data.reason', 'Anna said so', 'no')],
    ['a field that no table names', value('data.words', null, 'Anna Rossi')],
    ['a text of the envelope', value('metadata.actor.name', 'Anna', 'Bea')],
    ['a code that is long enough to hold more', value('data.because', 'lost', 'x'.repeat(81))],
  ])('leaves out %s', (_, left) => {
    expect(shownValues('ItemStatusChanged', [left])).toEqual([]);
  });

  it('keeps what the seal itself says of an event', () => {
    const type: ProvenValue = { field: 'type', before: 'FeePaid', after: 'FeeWaived', by: 'seal' };
    expect(shownValues(undefined, [type])).toEqual([type]);
  });

  it('keeps numbers and names of a fault, and no text of errors or of unknown rows', () => {
    const found = toFoundFault({
      kind: 'checkpoint',
      code: 'checkpoint_note',
      facts: { size: 9, reason: 'the note of Anna is no note' },
    });
    expect(found).toMatchObject({ code: 'checkpoint_note', facts: { size: 9 }, stream: null, values: [] });
    expect(JSON.stringify(found)).not.toContain('Anna');
  });
});
