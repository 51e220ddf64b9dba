import { isCode, withoutComments, type Finding, type SourceFile } from './sources.ts';

const limit = 300;
/** Handed out and run as one file. */
const WHOLE = 'web/public/atelier-verify.mjs';

/** Files past 300 lines of code: "a slice waiting to be split". */
export function findLongFiles(files: readonly SourceFile[]): Finding[] {
  return files
    .filter(({ path }) => isCode(path) && path !== WHOLE)
    .map((file) => ({ path: file.path, lines: codeLines(file.text) }))
    .filter(({ lines }) => lines > limit)
    .map(({ path, lines }) => ({
      path,
      message: `has ${lines} lines of code, the limit is ${limit}: split it`,
    }));
}

function codeLines(text: string): number {
  return withoutComments(text)
    .split('\n')
    .filter((line) => line.trim() !== '').length;
}
