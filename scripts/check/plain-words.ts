import { execFileSync } from 'node:child_process';
import { projectRoot } from '@atelier/host/files.ts';
import { plainWords } from './exceptions.ts';
import { isCode, type Finding, type SourceFile } from './sources.ts';

/** Words that hide who acts, or stand for a technical noun or verb. */
const FOREIGN =
  /\b(whoever|nobody|somebody|anybody|anew|news|told|heard|wishes|by (it|them)sel(f|ves)|of (its|their) own|goes along|lets? go|as good as)\b/gi;

/** Files that cannot change any more, or that must hold the words. */
const EXEMPT =
  /^migrations\/|generated\/|^packages\/contracts\/src\/locales\/|^scripts\/check\/(plain-words(\.test)?|exceptions)\.ts$|^LICENSE$/;

const COMMENT = /\/\*[\s\S]*?\*\/|(?<![:'"`\w])\/\/[^\n]*/g;
const TITLE = /\b(?:it|test|describe)(?:\.\w+)*\(\s*'((?:[^'\\\n]|\\.)*)'/g;
const COMMIT = /`[0-9a-f]{7,12}`/g;

/** How often an area says such words; an area is the first two parts of a path. The list may only become shorter. */
export function findForeignWords(
  files: readonly SourceFile[],
  allowed: Readonly<Record<string, number>> = plainWords,
): Finding[] {
  const counts = new Map(Object.keys(allowed).map((area) => [area, 0]));
  for (const file of files) {
    const count = [...proseOf(file).matchAll(FOREIGN)].length;
    if (count > 0) counts.set(areaOf(file.path), (counts.get(areaOf(file.path)) ?? 0) + count);
  }
  return [...counts].flatMap(([area, count]) => {
    const most = allowed[area] ?? 0;
    if (count === most) return [];
    const advice = count > most ? 'say it in plain words' : 'lower the number in exceptions.ts';
    return [
      { path: area, message: `has ${count} of the words of plain-words.ts, listed are ${most}: ${advice}` },
    ];
  });
}

/** Documents that name a commit: it may not exist in another clone. */
export function findCitedCommits(files: readonly SourceFile[]): Finding[] {
  return files
    .filter(({ path }) => path.endsWith('.md'))
    .flatMap(({ path, text }) =>
      [...text.matchAll(COMMIT)]
        .filter(([hash]) => /[a-f]/.test(hash) && /\d/.test(hash))
        .map(([hash]) => ({ path, message: `cites the commit ${hash}` })),
    );
}

const MOST_SUBJECT = 72;
const CHECKED_COMMITS = 40;

/** The newest commits, without merges: a subject of at most 72 characters and a body. None without git. */
export function findCommitMessages(log: string = newestCommits()): Finding[] {
  return log
    .split('\u0001')
    .filter((commit) => commit.trim() !== '')
    .flatMap((commit) => {
      const [hash = '', subject = '', body = ''] = commit.trim().split('\u0000');
      const faults = [
        ...(subject.length > MOST_SUBJECT ? [`has a subject of ${subject.length} characters`] : []),
        ...(body.trim() === '' ? ['has no body'] : []),
      ];
      return faults.map((message) => ({ path: `${hash} ${subject}`, message }));
    });
}

function newestCommits(): string {
  const args = ['log', '--no-merges', `-${CHECKED_COMMITS}`, '--format=%h%x00%s%x00%b%x01'];
  try {
    return execFileSync('git', args, {
      cwd: projectRoot,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  } catch {
    return '';
  }
}

function proseOf({ path, text }: SourceFile): string {
  if (EXEMPT.test(path)) return '';
  if (path.endsWith('.md')) return text;
  if (!isCode(path) && !path.endsWith('.css')) return '';
  const titles = [...text.matchAll(TITLE)].map(([, title]) => title);
  return [...(text.match(COMMENT) ?? []), ...titles].join('\n');
}

const areaOf = (path: string): string => path.split('/').slice(0, 2).join('/');
