import type { ExportRequested } from '@atelier/domain/exports/events.ts';
import { SHEET_ROWS, type ExcelType } from '@atelier/domain/exports/contract.ts';
import { cellsOf, columnsOf, headOf } from '@atelier/contracts/exports/sheet.ts';
import { TEXTS } from '@atelier/contracts/locales/texts.ts';
import type { CommandServices } from '@atelier/application/commands/run-command.ts';
import { findExportLines, findReasonNames } from '@atelier/application/exports/export-lines.queries.ts';
import { createCsvWriter } from './csv-writer.ts';
import type { FileWriter } from './file-writer.ts';
import { createSheetWriter } from './sheet-writer.ts';

/** What was asked of a sheet. */
export type AskedSheet = ExportRequested['data'] & { readonly type: ExcelType };

/** Rows read at once: one query of a few milliseconds, and a step of the progress. */
const STRETCH = 500;

export interface Built extends Pick<FileWriter, 'format' | 'mediaType'> {
  readonly bytes: Uint8Array;
  readonly rows: number;
}

/** Reads the pieces stretch by stretch, in the requester's scope, and writes them as they arrive. */
export async function buildFile(
  services: CommandServices,
  asked: AskedSheet,
  ids: readonly number[],
  onProgress: (done: number) => Promise<void>,
): Promise<Built> {
  const when = { now: services.clock.now(), policy: services.policy() };
  const names = await findReasonNames(services.db, asked.language);
  const columns = columnsOf(asked.type, asked.audience);
  const writer = writerFor(asked, ids.length);
  let rows = 0;
  try {
    for (let from = 0; from < ids.length; from += STRETCH) {
      const stretch = ids.slice(from, from + STRETCH);
      const lines = await findExportLines(services.db, asked, stretch, names, when);
      await writer.add(lines.map((line) => cellsOf(columns, line, asked.language)));
      rows += lines.length;
      await onProgress(from + stretch.length);
    }
    const { format, mediaType } = writer;
    return { format, mediaType, rows, bytes: await writer.end() };
  } finally {
    await writer.close();
  }
}

function writerFor({ exportId, type, audience, language }: AskedSheet, rows: number): FileWriter {
  const columns = columnsOf(type, audience);
  const head = headOf(columns, language);
  if (rows > SHEET_ROWS) return createCsvWriter(head, exportId);
  return createSheetWriter({
    // The number makes two files different, for people and by their bytes.
    title: `${TEXTS[language].values.sheet[type]} ${exportId}`,
    head,
    widths: columns.map(({ width }) => width),
    rightToLeft: language === 'ar',
  });
}
