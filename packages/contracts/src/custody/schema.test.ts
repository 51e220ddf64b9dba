import { describe, expect, it } from 'vitest';
import { custodyQuery } from './schema.ts';

describe('whose custody is asked for', () => {
  const taken = (query: object) => custodyQuery.safeParse(query).success;

  it.each([{ rma_item_id: 1 }, { site_id: 1 }, { tracking_no: 'TRK-1' }])('is named once: %j', (named) => {
    expect(taken(named)).toBe(true);
  });

  it.each([{}, { rma_item_id: 1, site_id: 1 }, { site_id: 1, tracking_no: 'TRK-1' }])(
    'is not %j',
    (named) => {
      expect(taken(named)).toBe(false);
    },
  );

  it('is of one moment, under either of its names', () => {
    const moment = '2026-11-20T10:00:00.000Z';
    expect(taken({ site_id: 1, at: moment })).toBe(true);
    expect(taken({ site_id: 1, as_of: moment })).toBe(true);
    expect(taken({ site_id: 1, at: moment, as_of: moment })).toBe(false);
  });
});
