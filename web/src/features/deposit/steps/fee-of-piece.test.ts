import { expect, test } from 'vitest';
import { emptyPiece } from '../form-values.ts';
import { feeOfPiece, totalFee } from './fee-of-piece.ts';

const rules = { today: '2026-11-27', currency: 'EUR', isValidPhone: () => true };
const bought = (purchase_date: string, maintenance_amount: string) => ({
  ...emptyPiece(),
  purchase_date,
  maintenance_amount,
});

test('a piece in warranty costs nothing, whatever amount is agreed; another what stands there', () => {
  expect(feeOfPiece(bought('2025-11-28', '65.00'), rules)).toBe(0);
  expect(feeOfPiece(bought('2024-11-27', '65.00'), rules)).toBe(6_500);
  expect(feeOfPiece(bought('2020-01-01', ''), rules)).toBeNull();
});

test('together they cost the sum of what is known', () => {
  const pieces = [bought('2025-11-28', '65.00'), bought('2020-01-01', '45.50'), bought('2020-01-01', '')];
  expect(totalFee(pieces, rules)).toBe(4_550);
  expect(totalFee([], rules)).toBe(0);
});
