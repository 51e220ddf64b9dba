import type { CommandServices } from '@atelier/application/commands/run-command.ts';
import { announceFile } from '@atelier/application/exports/export-files.commands.ts';

/** Announced by the hash that the store of files will give it, before the bytes are there. */
export async function keepFile(
  { db, blobs }: CommandServices,
  exportId: number,
  bytes: Uint8Array,
  mediaType: string,
): Promise<string> {
  const hash = Buffer.from(await crypto.subtle.digest('SHA-256', new Uint8Array(bytes))).toString('hex');
  await announceFile(db, exportId, hash);
  return (await blobs.put(bytes, mediaType)).hash;
}
