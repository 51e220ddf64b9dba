/** Files that one account may have waiting to be built, of every kind together. */
export const MOST_OPEN_EXPORTS = 3;

/** The types of `POST /excel` (product/exports.md §1). */
export const EXCEL_TYPES = ['list', 'package', 'customs', 'quality'] as const;
export type ExcelType = (typeof EXCEL_TYPES)[number];

/** Items that one export names. */
export const EXPORT_MOST_IDS = 5_000;

/** What a sheet still opens well with; more becomes CSV, which is written as it is read. */
export const SHEET_ROWS = 50_000;

/** Formats of the log itself (product/exports.md §5): a table of events, OCEL 2.0, EPCIS 2.0, lines of OCSF. */
export const LOG_FORMATS = ['events', 'ocel', 'epcis', 'ocsf'] as const;
export type LogFormat = (typeof LOG_FORMATS)[number];

/** Everything that an export can be. */
export const EXPORT_TYPES = [...EXCEL_TYPES, ...LOG_FORMATS] as const;
export type ExportType = (typeof EXPORT_TYPES)[number];

export const isExcelType = (type: ExportType): type is ExcelType => EXCEL_TYPES.some((it) => it === type);
export const isLogFormat = (type: ExportType): type is LogFormat => LOG_FORMATS.some((it) => it === type);

/** What the files are: the ending of their names. */
export const EXPORT_FORMATS = ['xlsx', 'csv', 'json', 'jsonld', 'jsonl'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** The file that a format of the log is written to. */
export const LOG_FILES = {
  events: 'csv',
  ocel: 'json',
  epcis: 'jsonld',
  ocsf: 'jsonl',
} as const satisfies Record<LogFormat, ExportFormat>;
