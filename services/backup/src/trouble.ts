import { DatabaseError } from 'pg';
import type { BackupTrouble } from '@atelier/contracts/system/backups/schema.ts';
import { Fault } from '@atelier/host/fault.ts';
import { codesOf, isRoomMissing } from '@atelier/application/platform/failure-sentence.ts';
import { BrokenSeal } from './sealing.ts';

/** A fault whose kind administrators see on the jobs screen; its sentence stands in the log. */
export class BackupFault extends Fault {
  readonly trouble: BackupTrouble;

  constructor(trouble: BackupTrouble, message: string) {
    super(message);
    this.trouble = trouble;
  }
}

/** What keeps the log from being archived, as far as the failure says it. */
export function troubleOf(error: unknown): BackupTrouble {
  if (error instanceof BackupFault) return error.trouble;
  if (error instanceof BrokenSeal) return 'key';
  if (error instanceof DatabaseError) return 'server';
  if (isRoomMissing(error)) return 'room';
  const { code, path } = error instanceof Error ? codesOf(error) : NOTHING;
  // A failed call on a file names it; one on a connection does not.
  return path !== '' ? 'storage' : code === '' ? 'unknown' : 'server';
}

const NOTHING = { code: '', path: '' };
