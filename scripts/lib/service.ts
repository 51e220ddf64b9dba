import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { EndMessage } from '@atelier/application/platform/parent-channel.ts';
import { BackOff, steadyMs } from './back-off.ts';
import { describeError } from '@atelier/host/fault.ts';
import { projectRoot } from '@atelier/host/files.ts';
import { putLargeLogAside } from '@atelier/host/logs.ts';
import type { Notices } from './notices.ts';
import { reasonOf, untilEnd, type Death } from './service-end.ts';
import { makePrivateFolder, openPrivateLog } from '@atelier/host/private-files.ts';

/** A process of ours: a script under Node with its environment. */
export interface ServiceDefinition {
  readonly name: string;
  /** Path from the project's root. */
  readonly script: string;
  readonly env: Readonly<Record<string, string>>;
  /** Names of the person's own environment that are for other processes. */
  readonly isForOthers?: (name: string) => boolean;
  readonly nodeArgs?: readonly string[];
  /** Whether it says over its channel when it runs. */
  readonly saysReady?: boolean;
  /** Working folder; the project's root when not given. */
  readonly cwd?: string;
}

/** A service that is started again when it dies, however often. */
export interface Service {
  readonly name: string;
  readonly logFile: string;
  /** Settles with a sentence when the service died before `settled()` was called. */
  readonly gaveUp: Promise<string>;
  /** Settles when it says that it runs; at once for one that does not say so. */
  readonly ready: Promise<void>;
  /** From now on a death is answered by a new start. */
  settled(): void;
  /** The process id of the moment, for tests and reports. */
  pid(): number | undefined;
  stop(): Promise<void>;
  kill(): void;
}

const stopPatience = 25_000;

/**
 * Starts a service with its output in `logFolder/<name>.log`. A death before the system is ready ends it all, with the
 * sentence that the service sent; a later one is reported and answered by a new start, ever later while it keeps dying:
 * a full disk or a lost database passes, and until then the system is there and not ready.
 */
export function startService(definition: ServiceDefinition, logFolder: string, report: Reports): Service {
  const { name } = definition;
  const logFile = prepareLog(logFolder, name);
  const backOff = new BackOff();
  let child: ChildProcess;
  let launchedAt = Date.now();
  let steady: NodeJS.Timeout | undefined;
  let stopping = false;
  let isSettled = false;
  const { promise: gaveUp, resolve: giveUp } = Promise.withResolvers<string>();
  const ready = Promise.withResolvers<void>();
  if (definition.saysReady !== true) ready.resolve();

  const failStart = (death: Death): void => giveUp(`The ${name} did not start: ${reasonOf(death, logFile)}`);

  const onEnd = (said: EndMessage): void => {
    if (!isSettled && !stopping) failStart({ how: 'its own end', said });
  };

  const launch = (): void => {
    launchedAt = Date.now();
    child = spawnLogged(definition, logFile);
    void untilEnd(child, name, { notices: report.notices, onReady: ready.resolve, onEnd }).then(afterDeath);
    // What keeps dying is reported twice, and once more when that is over.
    const reportSteady = (): void => report.line(`the ${name} runs again`);
    if (backOff.inARow > 1) steady = setTimeout(reportSteady, steadyMs);
  };

  /** The log of a service cannot be opened on a disk that is full of files: that counts as a death. */
  const launchAgain = (): void => {
    try {
      launch();
    } catch (error) {
      void afterDeath({ how: describeError(error), said: undefined });
    }
  };

  const afterDeath = async ({ how, said }: Death): Promise<void> => {
    if (stopping) return;
    if (!isSettled) return failStart({ how, said });
    clearTimeout(steady);
    const pauseMs = backOff.afterEnd(Date.now() - launchedAt);
    const why = said === undefined ? how : `${how}: ${said.sentence}`;
    if (backOff.inARow === 1) report.line(`the ${name} died (${why}), starting it again, see ${logFile}`);
    if (backOff.inARow === 2)
      report.line(`the ${name} keeps dying (${why}), starting it again until it stays, see ${logFile}`);
    await sleep(pauseMs);
    if (!stopping) launchAgain();
  };

  launch();
  return {
    name,
    logFile,
    gaveUp,
    ready: ready.promise,
    settled: () => (isSettled = true),
    pid: () => child.pid,
    kill: () => {
      stopping = true;
      child.kill('SIGKILL');
    },
    stop: () => {
      stopping = true;
      clearTimeout(steady);
      return endChild(child);
    },
  };
}

/** Where a service's lines for the operator go. */
export interface Reports {
  readonly line: (line: string) => void;
  readonly notices: Notices;
}

function prepareLog(folder: string, name: string): string {
  makePrivateFolder(folder);
  const file = join(folder, `${name}.log`);
  putLargeLogAside(file);
  return file;
}

const endWithParent = pathToFileURL(join(import.meta.dirname, 'end-with-parent.ts')).href;

/** What belongs to other processes stays out: an attacker in one process has the keys of that one only. */
function ownEnvironment({ isForOthers = () => false }: ServiceDefinition): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !isForOthers(name)));
}

/** In a separate process group, so that Ctrl-C reaches the supervisor only and the order of ending is its choice. */
function spawnLogged(definition: ServiceDefinition, logFile: string): ChildProcess {
  const log = openPrivateLog(logFile);
  const script = join(projectRoot, definition.script);
  const args = ['--import', endWithParent, ...(definition.nodeArgs ?? []), script];
  try {
    return spawn(process.execPath, args, {
      cwd: definition.cwd ?? projectRoot,
      env: { ...ownEnvironment(definition), ...definition.env },
      detached: true,
      stdio: ['ignore', log, log, 'ipc'],
    });
  } finally {
    closeSync(log);
  }
}

async function endChild(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), stopPatience);
  await ended;
  clearTimeout(timer);
}
