import { spawn, type ChildProcess } from 'node:child_process';
import { waitForEnd } from '@atelier/host/processes.ts';
import type { RunAs } from '@atelier/host/run-as.ts';

/** A started program whose output a test reads. */
export interface Program {
  readonly child: ChildProcess;
  readonly pid: number;
  stdout(): string;
  stderr(): string;
  /** Waits for a line on stdout or stderr; fails with all that was printed when it does not come. */
  line(pattern: RegExp, milliseconds?: number): Promise<string>;
  /** Waits for the end; answers the exit code (or the signal's name). */
  ended(milliseconds?: number): Promise<number | string>;
  /** Kills it if it still runs. */
  kill(name?: NodeJS.Signals): Promise<void>;
}

export interface ProgramOptions {
  readonly cwd: string;
  /** Added to a small separate environment: variables of this machine must not leak into a test. */
  readonly env?: Readonly<Record<string, string>>;
  readonly user?: RunAs;
}

/** A start takes two seconds; four of them beside a build, on a machine that others use too, took more than a minute. */
const PATIENCE_MS = 180_000;

/** Starts a program in a small, known environment. */
export function startProgram(command: string, args: readonly string[], options: ProgramOptions): Program {
  const child = spawn(command, args, {
    cwd: options.cwd,
    env: { PATH: process.env['PATH'], HOME: options.cwd, ...ofTheRun(), ...options.env },
    // With the channel our own scripts notice the end of the test and stop what they started.
    stdio: command === process.execPath ? ['ignore', 'pipe', 'pipe', 'ipc'] : ['ignore', 'pipe', 'pipe'],
    ...options.user,
  });
  const printed = { stdout: '', stderr: '' };
  child.stdout?.on('data', (chunk: Buffer) => (printed.stdout += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (printed.stderr += chunk.toString()));
  const end = new Promise<number | string>((resolve) => {
    child.once('close', (code, signal) => resolve(code ?? signal ?? 1));
    child.once('error', (error) => resolve(error.message));
  });
  const all = (): string => `${printed.stdout}\n${printed.stderr}`;
  return {
    child,
    pid: child.pid ?? 0,
    stdout: () => printed.stdout,
    stderr: () => printed.stderr,
    line: (pattern, milliseconds = PATIENCE_MS) => untilLine(all, pattern, end, milliseconds),
    ended: (milliseconds = PATIENCE_MS) =>
      within(end, milliseconds, () => `it still runs, having printed:\n${all()}`),
    kill: async (name = 'SIGKILL') => {
      child.kill(name);
      await waitForEnd(child.pid ?? 0, 30_000);
    },
  };
}

/** Where the run keeps its temporary files, what it compiled (most programs that tests start are the same few), and its patience. */
const ofTheRun = (): Readonly<Record<string, string>> =>
  Object.fromEntries(
    ['TMPDIR', 'NODE_COMPILE_CACHE', 'PGCONNECT_TIMEOUT'].flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );

async function untilLine(
  text: () => string,
  pattern: RegExp,
  end: Promise<unknown>,
  milliseconds: number,
): Promise<string> {
  const find = (): string | undefined =>
    text()
      .split('\n')
      .find((line) => pattern.test(line));
  const state = { over: false };
  void end.then(() => (state.over = true));
  const deadline = Date.now() + milliseconds;
  for (;;) {
    const found = find();
    if (found !== undefined) return found;
    if (state.over || Date.now() > deadline) throw new Error(`no line ${String(pattern)} in:\n${text()}`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

async function within<T>(promise: Promise<T>, milliseconds: number, message: () => string): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(message())), milliseconds);
  try {
    return await Promise.race([promise, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
