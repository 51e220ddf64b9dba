import { Fault } from '@atelier/postgres/fault.ts';
import { plainError } from './plain-error.ts';

/** What PostgreSQL calls a full disk. */
const DISK_FULL = '53100';

/** What an operator can act on, as one sentence; undefined for everything else, which is a defect. */
export function sentenceOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error instanceof Fault) return error.message;
  const { code, path } = codesOf(error);
  if (code === DISK_FULL)
    return `The database server has no room left (${error.message}): make room on its disk.`;
  if (isVaultFull(error)) return `The key vault has no room left (${error.message}): make room on its disk.`;
  const place = path === '' ? 'a disk' : path;
  const advice = ADVICE[code];
  return advice === undefined ? undefined : `${place} cannot be used (${error.message}): ${advice}.`;
}

/** What failed, on one line and without what it quotes. */
export function defectOf(error: unknown): string {
  const { type, message } = plainError(error);
  return `${type}: ${message.split('\n', 1).join()}`;
}

/** What to do about a file that the system refuses. */
const ADVICE: Readonly<Record<string, string>> = {
  ENOSPC: 'make room on that disk, or name a place on another one',
  EDQUOT: 'make room on that disk, or name a place on another one',
  EACCES: 'give this user the right to it',
  EPERM: 'give this user the right to it',
  EROFS: 'its file system is read-only, make it writable or name another place',
  ENOENT: 'put it there, or correct the setting that names it',
  ENOTDIR: 'a folder is needed there',
  EISDIR: 'a file is needed there',
  EIO: 'see whether that disk is sound',
};

/** Of a failed call of the system; '' for what it does not say. */
export function codesOf(error: Error): { readonly code: string; readonly path: string } {
  return {
    code: 'code' in error ? String(error.code) : '',
    path: 'path' in error ? String(error.path) : '',
  };
}

/** SQLITE_FULL, which SQLite says of a disk too. */
const isVaultFull = (error: Error): boolean => 'errcode' in error && error.errcode === 13;

/** Whether the system says that a disk, or a user's share of it, is full. */
export const isRoomMissing = (error: unknown): boolean =>
  error instanceof Error && ['ENOSPC', 'EDQUOT', DISK_FULL].includes(codesOf(error).code);

/** The advice for a file that failed, for a place that is named otherwise. */
export const adviceFor = (error: unknown): string | undefined =>
  error instanceof Error ? ADVICE[codesOf(error).code] : undefined;
