/** Rolls of the small label printers, and the A4 sheet of 3 × 8 for those who have an office printer. */
export const ITEM_LABEL_SIZES = ['62x29', '57x32', 'a4-3x8'] as const;
export type ItemLabelSize = (typeof ITEM_LABEL_SIZES)[number];

/** The parcel label of the carriers' printers, and the same on an A4 page. */
export const PACKAGE_LABEL_SIZES = ['100x150', 'a4'] as const;
export type PackageLabelSize = (typeof PACKAGE_LABEL_SIZES)[number];

export type LabelSize = ItemLabelSize | PackageLabelSize;

export const isItemLabelSize = (size: string): size is ItemLabelSize =>
  ITEM_LABEL_SIZES.some((each) => each === size);

export const isPackageLabelSize = (size: string): size is PackageLabelSize =>
  PACKAGE_LABEL_SIZES.some((each) => each === size);

/** Millimetres. */
export interface Area {
  readonly width: number;
  readonly height: number;
}

export const A4: Area = { width: 210, height: 297 };

/** A card as banks give them (ISO/IEC 7810 ID-1): it fits every holder. */
export const CARD: Area = { width: 85.6, height: 54 };

/** One label, in millimetres; on the sheet a cell of 70 × 37, of which printers reach the inner part. */
export const LABEL_AREA: Readonly<Record<LabelSize, Area>> = {
  '62x29': { width: 62, height: 29 },
  '57x32': { width: 57, height: 32 },
  'a4-3x8': { width: 62, height: 29 },
  '100x150': { width: 100, height: 150 },
  a4: { width: 100, height: 150 },
};

export const SHEET = { columns: 3, rows: 8, cell: { width: 70, height: 37 } } as const;
export const LABELS_A_SHEET = SHEET.columns * SHEET.rows;

/** Sheets, or labels of a roll, that so many labels take when the first lies at `start` (from 1). */
export function pagesFor(size: ItemLabelSize, labels: number, start: number): number {
  return size === 'a4-3x8' ? Math.ceil((labels + start - 1) / LABELS_A_SHEET) : labels;
}
