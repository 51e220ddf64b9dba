import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { projectRoot } from '@atelier/host/files.ts';
import { freePort } from '@atelier/host/ports.ts';
import { captchaAnswer } from '../../harness/system.ts';
import { startProgram, type Program } from '../../harness/program.ts';
import type { FaultDatabase } from './database.ts';

/** A process of the product that may be killed and started again with the same environment. */
export interface Node {
  readonly program: () => Program;
  /** From its end until its next start. */
  readonly isEnding: () => boolean;
  /** kill −9, or SIGTERM and its orderly end. */
  readonly end: (name: 'SIGKILL' | 'SIGTERM') => Promise<void>;
  readonly start: () => Promise<void>;
}

export interface ApiProcess extends Node {
  readonly port: number;
  readonly url: string;
}

export interface NodeOptions {
  /** Replaces what the database's own address would be, e.g. by a proxy's. */
  readonly databaseUrl?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Where the program lies, asked at each start; the project itself otherwise. */
  readonly folder?: () => string;
  /** A module that the process loads first. */
  readonly preload?: string;
}

const endWithParent = join(projectRoot, 'scripts', 'lib', 'end-with-parent.ts');
const readyWithinMs = 180_000;

/** Starts `services/api` as a separate process on a free loopback port. */
export async function startApi(database: FaultDatabase, options: NodeOptions = {}): Promise<ApiProcess> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const env = { PORT: String(port), PUBLIC_URL: url, RATE_LIMIT: '1000000' };
  const launch = async (): Promise<Program> => {
    const program = launchNode('services/api/src/main.ts', database, options, env);
    await program.line(/^ready /, readyWithinMs);
    return program;
  };
  return { port, url, ...(await keep(launch)) };
}

/** Starts `services/workers`: it says nothing when it is ready. */
export function startWorkers(database: FaultDatabase, options: NodeOptions = {}): Promise<Node> {
  return keep(() => Promise.resolve(launchNode('services/workers/src/main.ts', database, options, {})));
}

async function keep(launch: () => Promise<Program>): Promise<Node> {
  let current = await launch();
  let isEnding = false;
  return {
    program: () => current,
    isEnding: () => isEnding,
    end: (name) => {
      isEnding = true;
      return current.kill(name);
    },
    start: async () => {
      current = await launchPatiently(launch);
      isEnding = false;
    },
  };
}

/** As a supervisor does: a process that cannot reach its database ends, and is started again. */
async function launchPatiently(launch: () => Promise<Program>): Promise<Program> {
  const deadline = Date.now() + readyWithinMs;
  for (;;) {
    try {
      return await launch();
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await sleep(200);
    }
  }
}

function launchNode(
  script: string,
  database: FaultDatabase,
  { databaseUrl, env, folder, preload }: NodeOptions,
  own: Readonly<Record<string, string>>,
): Program {
  const loaded = [endWithParent, ...(preload === undefined ? [] : [preload])];
  const args = loaded.flatMap((file) => ['--import', pathToFileURL(file).href]);
  const root = folder?.() ?? projectRoot;
  return startProgram(process.execPath, [...args, join(root, script)], {
    cwd: root,
    env: {
      HOST: '127.0.0.1',
      DATA_DIR: database.folder,
      DATABASE_URL: databaseUrl ?? database.serviceUrl,
      MASTER_KEY_FILE: masterKeyFile(database),
      DEMO: '1',
      CAPTCHA_FIXED_ANSWER: captchaAnswer,
      LOG_LEVEL: 'warn',
      ...own,
      ...env,
    },
  });
}

/** The key of `TEST_KEY`, so that the test's own store reads what the processes write. */
function masterKeyFile({ folder }: FaultDatabase): string {
  const file = join(folder, 'master.key');
  writeFileSync(file, Buffer.alloc(32, 7).toString('hex'), { mode: 0o600 });
  return file;
}
