import type { FileCode, LineCode } from '@atelier/domain/reference/import/read-file.ts';
import type { LineReport, ReportedIssue } from '@atelier/domain/reference/import/report.ts';
import { ImportRefusedByTables } from '@atelier/application/reference/import/reference-import.commands.ts';
import { RowChangedMeanwhile } from '@atelier/application/reference/import/saved-row.commands.ts';
import { ApiError, badField } from '../http/errors.ts';
import { FileRefused } from './read-csv.ts';

export const FILE_MESSAGES = {
  empty_file: 'The file is empty.',
  no_rows: 'The file has a header but no rows.',
  not_utf8: 'The file is not in UTF-8. Save it as "CSV UTF-8".',
  not_csv: 'This is not a CSV file. Save the sheet as "CSV UTF-8" first.',
  bad_quotes: 'A quotation mark in the file is not closed, or is inside a cell.',
  cell_too_long: 'A line of the file is too long to be a row.',
  file_too_large: 'The file is larger than 20 MB.',
  too_many_rows: 'The file has more than 100,000 rows.',
  wrong_separator: 'The cells are not separated by commas. Save the sheet with commas.',
  missing_column: 'A column is missing.',
  unknown_column: 'This data set has no such column.',
  double_column: 'A column appears twice.',
} satisfies Record<FileCode, string>;

const LINE_MESSAGES = {
  wrong_cell_count: 'The line has more or fewer cells than the header.',
  required: 'This cell must not be blank.',
  too_long: 'The text is too long.',
  bad_text: 'The text is not in the required format.',
  bad_choice: 'This word is not allowed here.',
  bad_number: 'This is not a valid number.',
  ambiguous_number:
    'This number can be read in two ways: write it without marks between thousands, with both decimals.',
  bad_yes_no: 'Write true or false.',
  bad_day: 'Write a day that exists as YYYY-MM-DD.',
  bad_currency: 'This is not a currency code of ISO 4217.',
  bad_time_zone: 'This is not a time zone such as Europe/Paris.',
  bad_list: 'Write allowed words separated by |, each only once.',
  unknown_reference: 'There is no such record.',
  does_not_belong: 'This record does not belong to the one named in this line.',
  double_key: 'An earlier line of the file has this key.',
  double_value: 'An earlier line of the file has this value, which must be unique.',
  taken: 'Another record has this value, which must be unique.',
  cannot_change: 'This cannot change: other records depend on it.',
  shop_without_warehouse: 'A shop needs a warehouse.',
  fulfilled_before_ordered: 'This day is before the day of the order.',
  weights_do_not_add_up: 'The total is less than gold and stones together.',
  name_missing: 'Give a first name, a last name, or both.',
} satisfies Record<LineCode, string>;

const MOST_LISTED = 200;

/** What is wrong with a cell, in English; a word that is not offered is named. */
export const lineMessage = ({ column, code, value }: ReportedIssue): string =>
  code === 'bad_choice' && value !== '' ? `“${value}” is not an allowed ${column}.` : LINE_MESSAGES[code];

/** The rows that stopped an import, as bad fields: `12.sku` is the column sku of line 12. At most 200 of them. */
export function refusedRows(lines: readonly LineReport[]): ApiError {
  const errors = lines.flatMap(({ line: row, sku, errors: issues }) =>
    issues.map((issue) => ({
      path: `${row}.${issue.column}`,
      message: lineMessage(issue),
      row,
      ...issue,
      sku,
    })),
  );
  return new ApiError(400, 'import_refused', 'Some rows are not correct. Nothing was imported.', {
    errors: errors.slice(0, MOST_LISTED),
  });
}

/** What reading and writing a file may end with, as the answer that says so; anything else stays as it is. */
export function asImportError(error: unknown): unknown {
  if (error instanceof FileRefused) return refusedFile(error);
  if (error instanceof ImportRefusedByTables) {
    return badField('file', 'import_conflict', 'The rows contradict each other. Nothing was imported.');
  }
  if (error instanceof RowChangedMeanwhile)
    return new ApiError(409, 'row_changed', 'The row was changed meanwhile. Read it again, then save.');
  return error;
}

function refusedFile({ code, issues }: FileRefused): ApiError {
  if (issues.length === 0) return badField('file', code, FILE_MESSAGES[code]);
  const errors = issues.map((issue) => ({
    path: issue.column.slice(0, 100),
    code: issue.code,
    message: FILE_MESSAGES[issue.code],
  }));
  return new ApiError(400, code, FILE_MESSAGES[code], { errors: errors.slice(0, MOST_LISTED) });
}
