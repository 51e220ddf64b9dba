import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '@atelier/host/files.ts';
import { projectFiles } from '../lib/project-files.ts';

/** One text file of the project. */
export interface SourceFile {
  /** From the project's root, with forward slashes. */
  readonly path: string;
  readonly text: string;
}

/** What a rule has found. */
export interface Finding {
  readonly path: string;
  readonly message: string;
}

const binary = /\.(png|jpe?g|webp|gif|ico|woff2?|ttf|otf|pdf|xlsx|mp3|wav|gz)$/;

/** Every text file of the project that is not git-ignored; without git, every one outside generated folders. */
export function readSources(): SourceFile[] {
  return projectFiles()
    .filter((path) => !binary.test(path) && existsSync(join(projectRoot, path)))
    .map((path) => ({ path, text: readFileSync(join(projectRoot, path), 'utf8') }));
}

/** Whether this is code, tests included. */
export const isCode = (path: string): boolean => /\.(ts|tsx|mts|mjs|js)$/.test(path);

/** Whether this file only runs in tests, or helps them. */
export const isTest = (path: string): boolean =>
  /\.test\.tsx?$|[/.-]testing(-[\w-]+)?\.tsx?$|\/testing\/|\.bench\.ts$/.test(path) ||
  path.startsWith('tests/');

/** The text with comments blanked out; line numbers stay. Good enough for rules that look for words. */
export function withoutComments(text: string): string {
  return text
    .replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' '))
    .replace(/(^|[\s;{}(,])\/\/[^\n]*/g, '$1');
}
