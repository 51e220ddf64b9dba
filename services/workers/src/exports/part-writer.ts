import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { CommandServices } from '@atelier/application/commands/run-command.ts';
import { addPart } from '@atelier/application/exports/export-files.commands.ts';
import { keepFile } from './keep-file.ts';

const compress = promisify(gzip);
/** Bytes of a part before it is compressed: what writing and fetching a file hold at once. */
const PART_BYTES = 1_048_576;

/** Keeps a file in parts as it is written; only the part under way is held. */
export interface PartWriter {
  readonly write: (text: string) => Promise<void>;
  /** Keeps the rest. Answers the bytes of the whole file, and where its first part lies. */
  readonly end: () => Promise<{ readonly size: number; readonly blob: string }>;
}

export function createPartWriter(services: CommandServices, exportId: number): PartWriter {
  let waiting: Buffer[] = [];
  let held = 0;
  let begins = 0;
  let part = 0;
  let first = '';
  const keep = async (): Promise<void> => {
    const bytes = await compress(Buffer.concat(waiting), { level: 6 });
    const blob = await keepFile(services, exportId, bytes, 'application/gzip');
    await addPart(services.db, exportId, { part, begins, size: held, blob });
    if (part === 0) first = blob;
    [waiting, begins, held, part] = [[], begins + held, 0, part + 1];
  };
  return {
    write: async (text) => {
      const bytes = Buffer.from(text);
      waiting.push(bytes);
      held += bytes.length;
      if (held >= PART_BYTES) await keep();
    },
    end: async () => {
      if (held > 0 || part === 0) await keep();
      return { size: begins, blob: first };
    },
  };
}
