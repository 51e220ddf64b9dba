import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { DataSet } from '@atelier/domain/reference/import/data-set.ts';
import {
  headerIssues,
  MAX_FILE_BYTES,
  MAX_RECORD_CHARACTERS,
  MAX_ROWS,
  readRow,
  type FileCode,
  type HeaderIssue,
  type ImportRow,
} from '@atelier/domain/reference/import/read-file.ts';
import { CsvError, parse } from 'csv-parse';

/** A file that is not a table of the set. `issues` name the columns, where it is about those. */
export class FileRefused extends Error {
  override name = 'FileRefused';
  readonly code: FileCode;
  readonly issues: readonly HeaderIssue[];

  constructor(code: FileCode, issues: readonly HeaderIssue[] = []) {
    super(code);
    this.code = code;
    this.issues = issues;
  }
}

export interface CsvFile {
  readonly rows: readonly ImportRow[];
  /** SHA-256 of the bytes, lower-case hex. */
  readonly digest: string;
}

/**
 * Reads a file of a set as it arrives: UTF-8 with or without its mark, `,` or `;` between cells, quotes, any line
 * ends. Every row is read on its own, so the report can name them all.
 * @throws FileRefused
 */
export async function readCsv(set: DataSet, bytes: AsyncIterable<Uint8Array>): Promise<CsvFile> {
  const hash = createHash('sha256');
  const { delimiter, texts } = await withDelimiter(decoded(measured(bytes, hash)));
  const rows = await readRows(set, delimiter, texts);
  return { rows, digest: hash.digest('hex') };
}

async function* measured(
  bytes: AsyncIterable<Uint8Array>,
  hash: ReturnType<typeof createHash>,
): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const chunk of bytes) {
    if (size === 0) refuseOtherFormats(chunk);
    size += chunk.byteLength;
    if (size > MAX_FILE_BYTES) throw new FileRefused('file_too_large');
    hash.update(chunk);
    yield chunk;
  }
}

const ZIP = 0x04034b50;

/** A workbook is a zip, UTF-16 begins with its mark: both are common enough to be named. */
function refuseOtherFormats(chunk: Uint8Array): void {
  const head = Buffer.from(chunk.subarray(0, 4));
  if (head.length >= 4 && head.readUInt32LE(0) === ZIP) throw new FileRefused('not_csv');
  const mark = head.length >= 2 ? head.readUInt16BE(0) : 0;
  if (mark === 0xfffe || mark === 0xfeff) throw new FileRefused('not_utf8');
}

async function* decoded(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for await (const chunk of bytes) yield textOf(() => decoder.decode(chunk, { stream: true }));
  yield textOf(() => decoder.decode());
}

function textOf(decode: () => string): string {
  let text: string;
  try {
    text = decode();
  } catch {
    throw new FileRefused('not_utf8');
  }
  if (text.includes('\0')) throw new FileRefused('not_csv');
  return text;
}

/** Looks at the first line and hands everything on, that line included. */
async function withDelimiter(texts: AsyncGenerator<string>) {
  let head = '';
  for (;;) {
    const next = await texts.next();
    if (next.done === true) break;
    head += next.value;
    if (/\S[^\n]*\n/.test(head) || head.length > MAX_RECORD_CHARACTERS) break;
  }
  if (head.trim() === '') throw new FileRefused('empty_file');
  return { delimiter: delimiterOf(head), texts: joined(head, texts) };
}

async function* joined(head: string, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  yield head;
  yield* rest;
}

/** Headers hold neither mark, so the one that is there separates them. */
function delimiterOf(head: string): string {
  const [line = ''] = head.trimStart().split('\n');
  return line.split(';').length > line.split(',').length ? ';' : ',';
}

interface ParsedRecord {
  readonly record: readonly string[];
  readonly info: { readonly lines: number };
}

async function readRows(
  set: DataSet,
  delimiter: string,
  texts: AsyncIterable<string>,
): Promise<readonly ImportRow[]> {
  const parser = parse({
    delimiter,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: MAX_RECORD_CHARACTERS,
    bom: true,
  });
  const rows: ImportRow[] = [];
  const collect = async (records: AsyncIterable<ParsedRecord>) => {
    let header: readonly string[] | undefined;
    for await (const { record, info } of records) {
      if (header === undefined) header = checkedHeader(set, record);
      else if (rows.length >= MAX_ROWS) throw new FileRefused('too_many_rows');
      else rows.push(readRow(set, header, info.lines, record));
    }
  };
  try {
    await pipeline(Readable.from(texts), parser, collect);
  } catch (error) {
    throw error instanceof CsvError ? new FileRefused(codeOf(error)) : error;
  }
  if (rows.length === 0) throw new FileRefused('no_rows');
  return rows;
}

function checkedHeader(set: DataSet, record: readonly string[]): readonly string[] {
  const header = record.map((name) => name.trim());
  const issues = headerIssues(set, header);
  const [first] = issues;
  if (first !== undefined) throw new FileRefused(first.code, issues);
  return header;
}

const codeOf = ({ code }: CsvError): FileCode =>
  code === 'CSV_MAX_RECORD_SIZE' ? 'cell_too_long' : 'bad_quotes';
