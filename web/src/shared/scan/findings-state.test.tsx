import type { ItemView } from '@atelier/contracts/repair-detail/schema.ts';
import { describe, expect, it } from 'vitest';
import { draftOf, findingsBodyOf, withReason } from './findings-state.ts';

const FREE = ['Production Issue', 'Design Issue', 'Components Issue', 'Customers Issue'].map((value) => ({
  value,
  locked: false,
}));
const item = (over: Partial<ItemView> = {}): ItemView =>
  ({
    QualityInvestigateOptions: FREE,
    QualityInvestigate: '',
    OriginalProduceFactory: '',
    isQualityIssue: false,
    FactoryReasons: [],
    FactorySubReasons: [],
    ...over,
  }) as ItemView;

describe('findings', () => {
  it('begin with the defaults of product/repair.md §10', () => {
    expect(draftOf(item())).toEqual({
      cause: 'Production Issue',
      originalFactory: 'SAV',
      isQualityIssue: false,
      reasons: [],
      subReasons: [],
    });
  });

  it('begin with what is stored', () => {
    const stored = item({
      QualityInvestigate: 'Design Issue',
      OriginalProduceFactory: 'F2',
      FactoryReasons: [4],
    });
    expect(draftOf(stored)).toMatchObject({ cause: 'Design Issue', originalFactory: 'F2', reasons: [4] });
  });

  it('hold a locked cause and never send it as a choice', () => {
    const expired = item({
      QualityInvestigateOptions: [...FREE, { value: 'Expire Warranty', locked: true }],
    });
    const draft = draftOf(expired);
    expect(draft.cause).toBe('Expire Warranty');
    expect(findingsBodyOf(expired, draft)).not.toHaveProperty('quality_investigate');
    expect(findingsBodyOf(item(), draftOf(item()))).toHaveProperty('quality_investigate', 'Production Issue');
  });

  it('lose the sub-reasons of an unticked reason', () => {
    const draft = { ...draftOf(item()), reasons: [1, 2], subReasons: [11, 21] };
    expect(withReason(draft, 1, [11, 12], false)).toMatchObject({ reasons: [2], subReasons: [21] });
  });
});
