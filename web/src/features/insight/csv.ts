import type { TwinColumn } from './twin-column.ts';

/** A cell that a spreadsheet would read as a formula begins with an apostrophe instead. */
const guarded = (text: string): string =>
  /^[=+\-@\t\r]/u.test(text) && Number.isNaN(Number(text)) ? `'${text}` : text;
const quoted = (text: string): string => (/[",\r\n]/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** The rows of a figure as a CSV file (RFC 4180) with a byte order mark, without which spreadsheets misread other scripts. */
export function csvOf<Row>(columns: readonly TwinColumn<Row>[], rows: readonly Row[]): Blob {
  const line = (cells: readonly (string | number | null)[]) =>
    cells.map((cell) => quoted(guarded(String(cell ?? '')))).join(',');
  const lines = [
    line(columns.map(({ header }) => header)),
    ...rows.map((row) => line(columns.map(({ value }) => value(row)))),
  ];
  return new Blob(['\uFEFF', lines.join('\r\n'), '\r\n'], { type: 'text/csv;charset=utf-8' });
}
