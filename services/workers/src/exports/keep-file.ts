import { newFileName } from '@atelier/application/blobs/postgres-blob-store.ts';
import type { CommandServices } from '@atelier/application/commands/run-command.ts';
import { announceFile } from '@atelier/application/exports/export-files.commands.ts';

/** Announced by its name, before the bytes are there. */
export async function keepFile(
  { db, blobs }: CommandServices,
  exportId: number,
  bytes: Uint8Array,
  mediaType: string,
): Promise<string> {
  const name = newFileName();
  await announceFile(db, exportId, name);
  return (await blobs.put(bytes, mediaType, { name })).hash;
}
