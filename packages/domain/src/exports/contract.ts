/** The types of `POST /excel` (product/exports.md §1). */
export const EXCEL_TYPES = ['list', 'package', 'customs', 'quality'] as const;
export type ExcelType = (typeof EXCEL_TYPES)[number];

/** Items that one export names. */
export const EXPORT_MOST_IDS = 5_000;

/** What a sheet still opens well with; more becomes CSV, which is written as it is read. */
export const SHEET_ROWS = 50_000;
