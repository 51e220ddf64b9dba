import type { Manifest } from './manifest.ts';

export const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

/** One line about a backup that was taken. */
export function inWords(
  { name, log, files, bytes, storedBytes }: Manifest,
  place: string,
  seconds: number,
): string {
  return `backup ${name} in ${place}: ${files.length} files, ${megabytes(bytes)} (${megabytes(storedBytes)} stored), log up to position ${log.position}, ${seconds.toFixed(1)} s`;
}
