import { type Cell, csvLine, textCell } from '@atelier/contracts/exports/cells.ts';
import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { createGzip } from 'node:zlib';
import type { FileWriter } from './file-writer.ts';

/** By it Excel knows that the text is UTF-8. */
const BYTE_ORDER_MARK = '\ufeff';
/** Where gzip keeps the time of a file. */
const STAMP_AT = 4;

/**
 * CSV, for what no sheet opens well with: compressed as it is written, so that only the small file is ever held. `stamp`
 * makes the bytes of two exports differ: kept files are known by their bytes, and one is removed without the other.
 */
export function createCsvWriter(head: readonly string[], stamp: number): FileWriter {
  const gzip = createGzip({ level: 6 });
  const kept = buffer(gzip);
  // After an early close the rest is left out.
  kept.catch(() => undefined);
  const write = async (text: string): Promise<void> => {
    if (!gzip.write(text)) await once(gzip, 'drain');
  };
  gzip.write(BYTE_ORDER_MARK + csvLine(head.map(textCell)));
  return {
    format: 'csv',
    mediaType: 'application/gzip',
    add: (rows: readonly (readonly Cell[])[]) => write(rows.map(csvLine).join('')),
    end: async () => {
      gzip.end();
      const bytes = await kept;
      bytes.writeUInt32LE(stamp % 2 ** 32, STAMP_AT);
      return bytes;
    },
    close: async () => void gzip.destroy(),
  };
}
