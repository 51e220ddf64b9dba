import type { ItemView } from '@atelier/contracts/repair-detail/schema.ts';
import { describe, expect, it } from 'vitest';
import { differenceOf, draftDifference, suggestedMove } from './difference.ts';

const row = (over: Partial<ItemView> = {}) =>
  ({
    rma_status_id: 3,
    rma_item_to_reason: [{ rma_item_reason_id: 1, Name: 'Broken' }],
    is_under_warranty: true,
    FactoryReasons: [1],
    rma_factory_sav_item: {
      original_produce_factory: 'SAV',
      quality_investigate: 'Production Issue',
      quality_issue: false,
    },
    ...over,
  }) as ItemView;
const caused = (quality_investigate: string) => ({
  rma_factory_sav_item: { original_produce_factory: 'SAV', quality_investigate, quality_issue: false },
});

describe('a row whose findings differ from the claim', () => {
  it('suggests SAVCheckResult from either check', () => {
    expect(suggestedMove(row(caused('Customers Issue')))).toBe(17);
    expect(suggestedMove(row({ ...caused('Customers Issue'), rma_status_id: 19 }))).toBe(17);
    expect(suggestedMove(row({ ...caused('Customers Issue'), rma_status_id: 4 }))).toBeNull();
    expect(suggestedMove(row())).toBeNull();
  });

  it('foresees the difference of what is noted and not saved yet', () => {
    const fresh = row({ ...caused(''), FactoryReasons: [] });
    expect(draftDifference(fresh, { cause: 'Production Issue', reasons: [] })).toBeNull();
    expect(draftDifference(fresh, { cause: 'Customers Issue', reasons: [2] })).toEqual({
      notFound: [1],
      added: [2],
      payment: 'chargeable',
    });
  });

  it('says nothing while nothing was saved, whatever the form begins with', () => {
    expect(differenceOf(row({ ...caused(''), FactoryReasons: [2] }))).toBeNull();
    expect(differenceOf(row({ ...caused('A cause of tomorrow'), FactoryReasons: [2] }))).toBeNull();
  });
});
