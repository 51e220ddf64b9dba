import { describe, expect, it } from 'vitest';
import { outcomeOf } from './product-runs-panel.tsx';

describe('the outcome of an import of products', () => {
  it('counts what is in the catalogue now, and what was refused', () => {
    const lines = (['created', 'unchanged', 'not_found', 'invalid'] as const).map((result, at) => ({
      sku: `S${at}`,
      result,
      code: null,
      name: '',
    }));
    expect(outcomeOf({ lines }, String)).toEqual({ imported: '2', refused: '2' });
  });
});
