import { homedir } from 'node:os';
import { projectRoot } from '@atelier/host/files.ts';
import type { Finding, SourceFile } from './sources.ts';

/** A folder name so short or common that finding it says nothing. */
const isTelling = (path: string): boolean => path.split('/').filter((part) => part !== '').length >= 2;

const patterns: readonly (readonly [RegExp, string])[] = [
  [/(?<![\w.])\/(home|Users)\/[a-z][\w.-]*\//, 'a path of one machine'],
  [/"resolved": "https?:/, 'the address of a package registry'],
  [/^\s*(\S+:)?registry\s*=/m, 'the address of a package registry'],
  [/\b_authToken\b/, 'a key to a package registry'],
];

/** Paths and hosts of a developer's machine: they mean nothing on any other. */
export function findMachineTraces(files: readonly SourceFile[], own = [projectRoot, homedir()]): Finding[] {
  const paths = own.filter(isTelling);
  return files
    .filter(({ path }) => !path.startsWith('scripts/check/'))
    .flatMap(({ path, text }) => tracesIn(text, paths).map((message) => ({ path, message })));
}

function tracesIn(text: string, paths: readonly string[]): string[] {
  const known = paths.filter((path) => text.includes(path)).map(() => 'names a path of this machine');
  return [...known, ...patterns.filter(([pattern]) => pattern.test(text)).map(([, what]) => `names ${what}`)];
}
