import { describe, expect, it } from 'vitest';
import { NEW_WORKER, changedBody, createBody, issuesOf, valuesOf, workerIssues } from './worker-form.ts';

const full = { ...NEW_WORKER, WorkerID: 'W1', WorkerName: 'Mei', Barcode: '0012', Role: '3', store: '9' };
const stored = valuesOf({
  ID: 5,
  WorkerID: 'W1',
  WorkerName: 'Mei',
  Barcode: '••12',
  Department: 'Polish',
  Role: { ID: 3, Key: 'polish', Name: 'Polish' },
  store: { id: 9, code: 'FSZ', name: 'Shenzhen' },
  IsActive: true,
  HasPin: true,
  version: 4,
});

describe('a worker’s form', () => {
  it('keeps the zeros in front of a barcode', () => {
    expect(createBody({ ...full, Barcode: ' 0012 ' }).Barcode).toBe('0012');
  });

  it.each([
    ['012', true],
    ['0012', false],
    ['a'.repeat(64), false],
    ['a'.repeat(65), true],
    ['00 12', true],
    ['', true],
  ])('a new worker’s barcode %j is refused: %s', (Barcode, isRefused) => {
    expect('Barcode' in workerIssues({ ...full, Barcode }, true)).toBe(isRefused);
  });

  it('asks for no barcode where there is one', () => {
    expect(workerIssues(stored, false)).toEqual({});
  });

  it.each([
    ['', false],
    ['123', true],
    ['1234', false],
    ['123456789012', false],
    ['1234567890123', true],
    ['12a4', true],
  ])('the PIN %j is refused: %s', (Pin, isRefused) => {
    expect('Pin' in workerIssues({ ...full, Pin }, true)).toBe(isRefused);
  });

  it('sends what was changed, and nothing else', () => {
    expect(changedBody(stored, stored)).toEqual({});
    expect(changedBody(stored, { ...stored, Department: 'Setting', Barcode: '0099' })).toEqual({
      Department: 'Setting',
      Barcode: '0099',
    });
    expect(changedBody(stored, { ...stored, isPinRemoved: true })).toEqual({ Pin: '' });
    expect(changedBody(stored, { ...stored, isPinRemoved: true, Pin: '4711' })).toEqual({ Pin: '4711' });
  });

  it('shows the server’s refusals beside their fields', () => {
    const errors = [
      { path: 'WorkerName', code: 'too_small', message: '' },
      { path: 'Barcode', code: 'invalid_format', message: '' },
      { path: 'store', code: 'invalid_site', message: '' },
    ];
    expect(issuesOf({ code: 'invalid_input', errors })).toEqual({
      WorkerName: 'required',
      Barcode: 'barcode',
      store: 'invalid_site',
    });
  });

  it.each([
    ['work_id_used', 'WorkerID'],
    ['barcode_used', 'Barcode'],
    ['role_unknown', 'Role'],
  ])('shows %s at %s, though the refusal names no field', (code, field) => {
    expect(issuesOf({ code, errors: [] })).toEqual({ [field]: code });
  });

  it('says nothing at a field about what concerns none', () => {
    expect(issuesOf({ code: 'sign_in_busy', errors: [] })).toEqual({});
  });
});
