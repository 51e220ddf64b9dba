import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { aptInstall, canInstall } from './apt.ts';

/** The full path of a program on PATH (and in the usual system folders), or undefined. */
export function findProgram(...names: string[]): string | undefined {
  const folders = [
    ...(process.env['PATH'] ?? '').split(delimiter),
    '/usr/bin',
    '/usr/local/bin',
    '/usr/sbin',
  ];
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isProgram);
}

/** Whether a file is there that this user may run. */
export function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Finds a program, installing its Debian package when it is missing and this is root. */
export function findOrInstall(debianPackage: string, ...names: string[]): string | undefined {
  const found = findProgram(...names);
  if (found !== undefined || !canInstall()) return found;
  return aptInstall(debianPackage) ? findProgram(...names) : undefined;
}
