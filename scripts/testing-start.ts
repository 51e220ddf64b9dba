import { readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import { FILE_RETENTION } from '@atelier/application/testing-retention.ts';
import { cloneProject } from '@atelier/tests/harness/clone.ts';
import { startProgram, type Program } from '@atelier/tests/harness/program.ts';
import { expect } from 'vitest';
import { freePort } from '@atelier/host/ports.ts';
import type { RunAs } from '@atelier/host/run-as.ts';
import { isAlive } from '@atelier/host/processes.ts';

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

/** The project without its screens, so that a start builds nothing, and the starts that a test makes of it. */
export interface FaultyStarts {
  readonly folder: string;
  /** The port of every start. */
  readonly port: number;
  start(env?: Readonly<Record<string, string>>, options?: StartOptions): Program;
  /** A new data folder, which PostgreSQL's user reaches. */
  dataFolder(): string;
  /** Ends what a test started. */
  endAll(): Promise<void>;
  remove(): void;
}

export interface StartOptions {
  /** Of this folder, as `migrate.ts`; `start.ts` when not given. */
  readonly script?: string;
  readonly nodeArgs?: readonly string[];
}

export async function openFaultyStarts(owner?: RunAs): Promise<FaultyStarts> {
  const clone = cloneProject({ modules: 'linked', mode: 0o755, ...(owner && { owner }) });
  rmSync(join(clone.folder, 'web/index.html'));
  const port = await freePort();
  const running: Program[] = [];
  let folders = 0;
  return {
    folder: clone.folder,
    port,
    start: (env = {}, { script = 'start.ts', nodeArgs = [] } = {}) => {
      const args = [...nodeArgs, join(clone.folder, 'scripts', script)];
      const whole = { PORT: String(port), DEMO: '0', DATA_DIR: '.data/refused', ...env };
      const program = startProgram(process.execPath, args, {
        cwd: clone.folder,
        env: whole,
        ...(owner && { user: owner }),
      });
      running.push(program);
      return program;
    },
    dataFolder: () => join(clone.folder, '.data', String((folders += 1))),
    endAll: async () => {
      for (const program of running.splice(0)) if (isAlive(program.pid)) await program.kill('SIGTERM');
    },
    remove: () => clone.remove(),
  };
}

/** What a fault prints, for the table that `FAULT_TABLE=1` prints. */
const table: (readonly [fault: string, sentence: string, code: number | string])[] = [];

export const noteFault = (fault: string, sentence: string, code: number | string): void =>
  void table.push([fault, sentence, code]);

/** Prints what this file's faults printed, as rows of a table; nothing unless it is asked for. */
export function printFaults(): void {
  if (process.env['FAULT_TABLE'] !== '1') return;
  for (const row of table.splice(0)) console.log(`| ${row.join(' | ')} |`);
}

/** Says what a first start makes, before anything of it can fail. */
const FIRST_START = /^first start: /;

/** A start that ends with one sentence: no stack, no secret, nothing on stdout, and a code that says so. */
export async function expectSentence(
  fault: string,
  program: Program,
  says: RegExp,
  secrets: readonly string[] = [],
  progress = /^$/,
): Promise<void> {
  const code = await program.ended();
  const lines = program.stderr().trim().split('\n');
  const said = lines.filter((line) => !FIRST_START.test(line) && !progress.test(line)).join('\n');
  noteFault(fault, said, code);
  // Not counted: a failure shows what else it said.
  expect(said).not.toContain('\n');
  expect(said).toMatch(says);
  expect(said).toMatch(/\.$/);
  expect(said).not.toMatch(/\s+at .*:\d+:\d+|node:internal|\.\.$/);
  for (const secret of secrets) expect(said).not.toContain(secret);
  expect(program.stdout()).toBe('');
  expect(code).toBe(1);
}

/** A line that a start prints and goes on: a warning, or something that is away. */
export async function expectLine(fault: string, program: Program, says: RegExp): Promise<void> {
  noteFault(fault, await program.line(says), 'goes on');
  await program.line(/^ready /);
}
