import { DatabaseError } from 'pg';
import type { BackupTrouble } from '@atelier/domain/system/backups/schema.ts';
import { Fault } from '../fault.ts';
import { BrokenSeal } from './sealing.ts';

/** A fault whose kind administrators see on the jobs screen; its sentence stands in the log. */
export class BackupFault extends Fault {
  readonly trouble: BackupTrouble;

  constructor(trouble: BackupTrouble, message: string) {
    super(message);
    this.trouble = trouble;
  }
}

const NO_ROOM = new Set(['ENOSPC', 'EDQUOT']);

/** What keeps the log from being archived, as far as the failure says it. */
export function troubleOf(error: unknown): BackupTrouble {
  if (error instanceof BackupFault) return error.trouble;
  if (error instanceof BrokenSeal) return 'key';
  if (error instanceof DatabaseError) return 'server';
  const { code, path } = codesOf(error);
  if (NO_ROOM.has(code)) return 'room';
  // A failed call on a file names it; one on a connection does not.
  return path ? 'storage' : code === '' ? 'unknown' : 'server';
}

function codesOf(error: unknown): { readonly code: string; readonly path: boolean } {
  if (!(error instanceof Error)) return { code: '', path: false };
  return { code: 'code' in error ? String(error.code) : '', path: 'path' in error };
}
