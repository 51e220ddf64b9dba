import { describe, expect, it } from 'vitest';
import { DEFAULT_POLICY } from '../../policy.ts';
import { unknownCodeScanned } from './unknown-scan.ts';

const context = {
  now: '2026-11-20T10:00:00.000Z',
  actor: { userId: 7, workerId: null, siteId: 20 },
  policy: DEFAULT_POLICY,
};

describe('a scan of an unknown code is recorded too (product/repair.md §8)', () => {
  it('keeps what reads as a number of ours', () => {
    expect(unknownCodeScanned(' par-999999 ', 3, context).data).toMatchObject({
      code: 'PAR-999999',
      target: 3,
      siteId: 20,
      by: { userId: 7 },
    });
  });

  it.each([
    'Laurent',
    '0612345678',
    '0000001',
    'BADGE77',
    'Camille Laurent',
    'camille@laurent.test',
    '+33 6 12 34 56 78',
    'X'.repeat(33),
    '',
  ])('does not keep %j, which may be personal', (code) => {
    expect(unknownCodeScanned(code, 3, context).data.code).toBeNull();
  });
});
