import { describe, expect, it } from 'vitest';
import { ApiError } from './api-error.ts';
import { rowsOf } from './row-results.ts';

const ROWS = [
  { id: 1, success: true, code: 'ok', message: '' },
  { id: 2, success: false, code: 'signature_required', message: '' },
];
const refused = (data: unknown) => new ApiError('refused', { status: 200, code: 'partly_done', data });

describe('rows of a call that was refused in part', () => {
  it('are found in the error', () => {
    expect(rowsOf(refused(ROWS))).toEqual(ROWS);
  });

  it.each([null, { id: 1 }, ['a'], [{ code: 'x' }]])('are not there in %j', (data) => {
    expect(rowsOf(refused(data))).toBeNull();
  });

  it('are not there in another failure', () => {
    expect(rowsOf(new Error('network'))).toBeNull();
  });
});
