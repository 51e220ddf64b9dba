import { saveSubReasonBody } from '@atelier/contracts/reference/reason-schema.ts';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../lib/api/api-error.ts';
import { issuesOf, newSubReason, saveBody, subReasonIssues, translatedCount } from './sub-reason-form.ts';

const fresh = newSubReason([{ sort: 10 }, { sort: 30 }]);
const named = { ...fresh, names: { ...fresh.names, en: ' Clasp bent ', fr: 'Fermoir plié' } };

describe('the form of a sub-reason', () => {
  it('needs a name, and a place in the list', () => {
    expect(subReasonIssues(fresh)).toEqual({ 'names.en': 'name' });
    expect(subReasonIssues(named)).toEqual({});
    for (const sort of ['', '-1', '1.5', '10000', 'first']) {
      expect(subReasonIssues({ ...named, sort })).toEqual({ sort: 'sort' });
    }
    for (const sort of ['0', '9999']) expect(subReasonIssues({ ...named, sort })).toEqual({});
  });

  it('puts a new one behind the others', () => {
    expect(fresh.sort).toBe('40');
    expect(newSubReason([]).sort).toBe('10');
    expect(newSubReason([{ sort: 9999 }]).sort).toBe('9999');
  });

  it('asks what the contract takes', () => {
    const body = saveSubReasonBody.parse(saveBody(3, named));
    expect(body).toMatchObject({ rma_reason_id: 3, name: 'Clasp bent', sort: 40, IsActive: true });
    expect(body.names?.fr).toBe('Fermoir plié');
    expect(saveSubReasonBody.parse(saveBody(3, named, 7)).id).toBe(7);
  });

  it('says a refusal beside its field, whatever the language', () => {
    const refused = (path: string) =>
      new ApiError('refused', { status: 400, errors: [{ path, code: 'too_big', message: '' }] });
    expect(issuesOf(refused('names.fr'))).toEqual({ 'names.en': 'name' });
    expect(issuesOf(refused('sort'))).toEqual({ sort: 'sort' });
    expect(issuesOf(refused('rma_reason_id'))).toEqual({});
  });

  it('counts the languages with a separate text', () => {
    expect(translatedCount(named.names)).toBe(2);
  });
});
