import { readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import { FILE_RETENTION } from '@atelier/application/testing-retention.ts';

/** Stands in for the API, so that this tests the starting and nothing else. */
const standIn = `
import { createServer } from 'node:http';
if (process.env['LICENCE_NOTICE'] === 'refuse') {
  // A stack is the last thing in its log: the sentence comes over the channel.
  console.error('Error: refused\\n    at file.ts:1:1 {\\n  code: 1\\n}');
  const sentence = 'LICENCE_NOTICE must not be "refuse": choose another one.';
  process.send({ type: 'end', sentence, isDefect: false }, () => process.exit(1));
}
const server = createServer((request, response) => {
  if (request.url === '/die') process.exit(3);
  response.end(JSON.stringify({ pid: process.pid, database: process.env['DATABASE_URL'],
    names: Object.keys(process.env) }));
}).listen(Number(process.env['PORT']));
process.on('SIGTERM', () => server.close(() => process.exit(0)));
`;

/** Puts it in the API's place, and leaves workers and screens out. */
export function writeStandIn(folder: string): void {
  writeFileSync(join(folder, 'services/api/src/main.ts'), standIn);
  rmSync(join(folder, 'services/workers/src/main.ts'), { force: true });
  rmSync(join(folder, 'web/index.html'), { force: true });
}

export const entriesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true }).map((name) => join(folder, String(name)));

/** The line of the list that the file or folder falls under; folders above a line's own need none. */
export function retentionOf(path: string): string | undefined {
  const lines = [...Object.keys(FILE_RETENTION), 'refusals'];
  if (path === 'logs' || path === 'postgres') return path;
  return lines.find((line) => line === path || path.startsWith(`${line}/`) || matchesGlob(path, line));
}

export const modeOf = (path: string): number => statSync(path).mode & 0o777;

/** Whether others may do anything with it, or the group may read or write it. */
export const isOpen = (path: string): boolean => (modeOf(path) & 0o067) !== 0;
