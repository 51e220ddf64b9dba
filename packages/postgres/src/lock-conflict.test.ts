import { expect, test } from 'vitest';
import { isLockConflict } from './lock-conflict.ts';

const failed = (code?: string): Error =>
  Object.assign(new Error('failed'), code === undefined ? {} : { code });

test('lock timeouts and deadlocks may be tried again, other failures not', () => {
  expect(['55P03', '40P01'].map((code) => isLockConflict(failed(code)))).toEqual([true, true]);
  expect(['40001', '57014', undefined].map((code) => isLockConflict(failed(code)))).toEqual([
    false,
    false,
    false,
  ]);
  expect(isLockConflict('55P03')).toBe(false);
});
