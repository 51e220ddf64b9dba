import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '@atelier/host/files.ts';
import { freePort } from '@atelier/host/ports.ts';
import { chooseRunAs, reachableTmp, type RunAs } from '@atelier/host/run-as.ts';
import { startProgram, type Program } from './program.ts';

/** A whole Atelier started as a person starts it, with separate data and port. */
export interface TestSystem {
  readonly url: string;
  readonly port: number;
  readonly dataFolder: string;
  readonly program: Program;
  /** Stops it cleanly and keeps the data, so that another can be started on the same. */
  stop(): Promise<void>;
  /** Stops it and removes the data. */
  remove(): Promise<void>;
}

export interface TestSystemOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** The clone to start; this one when not given. */
  readonly folder?: string;
  readonly dataFolder?: string;
  readonly port?: number;
  readonly user?: RunAs;
  /** How long the first start may take. */
  readonly milliseconds?: number;
}

/** What every captcha of a test system accepts. */
export const captchaAnswer = 'atelier';

/** Starts scripts/start.ts and waits for its "ready" line. */
export async function startTestSystem(options: TestSystemOptions = {}): Promise<TestSystem> {
  const folder = options.folder ?? projectRoot;
  const port = options.port ?? (await freePort());
  const dataFolder = options.dataFolder ?? newDataFolder();
  const program = startProgram(process.execPath, [join(folder, 'scripts', 'start.ts')], {
    cwd: folder,
    env: {
      PORT: String(port),
      DATA_DIR: dataFolder,
      CAPTCHA_FIXED_ANSWER: captchaAnswer,
      BACKUP_TARGET: 'none',
      ...options.env,
    },
    ...(options.user === undefined ? {} : { user: options.user }),
  });
  const stop = (): Promise<void> => program.kill('SIGTERM');
  try {
    await program.line(/^ready /, options.milliseconds ?? 180_000);
  } catch (error) {
    await stop();
    throw error;
  }
  const remove = async (): Promise<void> => {
    await stop();
    rmSync(dataFolder, { recursive: true, force: true });
  };
  return { url: `http://localhost:${port}`, port, dataFolder, program, stop, remove };
}

/** A new folder that PostgreSQL's user reaches, with a space in its path. */
export function newDataFolder(parent = reachableTmp(chooseRunAs(''))): string {
  const folder = mkdtempSync(join(parent, 'atelier test system '));
  chmodSync(folder, 0o755);
  return folder;
}
