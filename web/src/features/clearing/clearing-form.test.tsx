import { clearingQuery } from '@atelier/contracts/clearing/schema.ts';
import { describe, expect, it } from 'vitest';
import { newClearing, clearingBody, clearingIssues } from './clearing-form.ts';

describe('the clearing form', () => {
  it('needs an end date', () => {
    expect(clearingIssues(newClearing())).toEqual({ endDate: 'form.endRequired' });
    expect(clearingIssues({ ...newClearing(), endDate: '2026-02-30' })).toEqual({
      endDate: 'form.endRequired',
    });
    expect(clearingIssues({ ...newClearing(), endDate: '2026-11-01' })).toEqual({});
  });

  it('refuses a start after the end, a wrong limit and ids that are none', () => {
    const values = {
      ...newClearing(),
      startDate: '2026-11-02',
      endDate: '2026-11-01',
      limit: '0',
      rmaIds: '12, x',
    };
    expect(clearingIssues(values)).toEqual({
      endDate: 'form.endBeforeStart',
      limit: 'form.limitInvalid',
      rmaIds: 'form.rmaInvalid',
    });
  });

  it('asks what the contract takes', () => {
    const values = { ...newClearing(), endDate: '2026-11-01', rmaIds: '12, 15', isValidDateOnly: true };
    expect(clearingQuery.parse({ ...clearingBody(values), dry_run: true })).toEqual({
      end_date: '2026-11-01',
      limit: 100,
      rma_id: [12, 15],
      valid_date_of_pruchase: true,
      dry_run: true,
    });
  });
});
