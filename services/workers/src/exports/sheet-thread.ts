import type { Cell } from '@atelier/contracts/exports/cells.ts';
import writeSheet, { type Row } from 'write-excel-file/node';
import { parentPort, workerData } from 'node:worker_threads';

export interface SheetOptions {
  readonly title: string;
  readonly head: readonly string[];
  /** Characters, per column. */
  readonly widths: readonly number[];
  readonly rightToLeft: boolean;
}

// A sheet is written in one go of several seconds for fifty thousand rows: in a separate thread, so that neither the
// other jobs nor the renewal of this one's lock wait for it.

/** A message to the thread: a stretch of rows, or that there are no more. */
export type SheetMessage = { readonly rows: readonly (readonly Cell[])[] } | { readonly end: true };

/** How Excel shows a moment, and a day; the reader's own Excel puts them in their order. */
const MOMENT = 'yyyy-mm-dd hh:mm';
const DAY = 'yyyy-mm-dd';

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- given by sheet-writer.ts
const { title, head, widths, rightToLeft } = workerData as SheetOptions;
const rows: Row[] = [
  head.map((value) => ({ value, type: String, fontWeight: 'bold', wrap: true, backgroundColor: '#EFECE6' })),
];

parentPort?.on('message', (message: SheetMessage) => {
  if ('rows' in message) {
    for (const cells of message.rows) rows.push(cells.map(excelCell));
    parentPort?.postMessage({ taken: message.rows.length });
  } else void finish();
});

async function finish(): Promise<void> {
  const bytes = await writeSheet(rows, {
    sheet: title,
    stickyRowsCount: 1,
    dateFormat: MOMENT,
    columns: widths.map((width) => ({ width })),
    ...(rightToLeft && { rightToLeft }),
  }).toBuffer();
  parentPort?.postMessage({ bytes });
}

/** Text is always of the type text: Excel works nothing out in it, whatever it begins with. */
function excelCell(cell: Cell): Row[number] {
  switch (cell.kind) {
    case 'empty':
      return null;
    case 'text':
      return { value: cell.text, type: String };
    case 'number':
      return cell.decimals === 0
        ? cell.value
        : { value: cell.value, type: Number, format: `#,##0.${'0'.repeat(cell.decimals)}` };
    case 'day':
      return { value: cell.local, type: Date, format: DAY };
    case 'moment':
      return cell.local;
  }
}
