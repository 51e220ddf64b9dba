import { expect, it } from 'vitest';
import { A4, CARD, isItemLabelSize, isPackageLabelSize, LABEL_AREA, pagesFor, SHEET } from './sizes.ts';

it('a roll takes a page per label', () => {
  expect(pagesFor('62x29', 200, 1)).toBe(200);
  expect(pagesFor('57x32', 1, 7)).toBe(1);
});

it('a sheet takes 24 labels, and fewer when it was begun before', () => {
  expect(pagesFor('a4-3x8', 24, 1)).toBe(1);
  expect(pagesFor('a4-3x8', 25, 1)).toBe(2);
  expect(pagesFor('a4-3x8', 1, 24)).toBe(1);
  expect(pagesFor('a4-3x8', 2, 24)).toBe(2);
});

it('item labels and package labels have separate sizes', () => {
  const sizes = ['62x29', '57x32', 'a4-3x8', '100x150', 'a4', 'a5'];
  expect(sizes.filter(isItemLabelSize)).toEqual(['62x29', '57x32', 'a4-3x8']);
  expect(sizes.filter(isPackageLabelSize)).toEqual(['100x150', 'a4']);
});

it('every label has the size that its name says, the sheets the cell that printers reach', () => {
  expect(LABEL_AREA).toEqual({
    '62x29': { width: 62, height: 29 },
    '57x32': { width: 57, height: 32 },
    'a4-3x8': { width: 62, height: 29 },
    '100x150': { width: 100, height: 150 },
    a4: { width: 100, height: 150 },
  });
  expect(SHEET.columns * SHEET.cell.width).toBe(A4.width);
  expect(SHEET.rows * SHEET.cell.height).toBeLessThanOrEqual(A4.height);
  expect([A4, CARD]).toEqual([
    { width: 210, height: 297 },
    { width: 85.6, height: 54 },
  ]);
});
