import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from './files.ts';
import type { TestDatabase } from '@atelier/tests/harness/postgres.ts';

export interface ScriptEnd {
  readonly code: number;
  /** What it printed; of one that failed, its errors too. */
  readonly said: string;
}

/** Where a script works: a database, as its owner, and a folder with its `master.key`. */
export interface ScriptPlace {
  readonly database: TestDatabase;
  readonly folder: string;
}

/** Runs a script, named from the project's root, as a person does. The owner's login: the services' one keeps the password that other tests use. */
export async function runScript(
  name: string,
  { database, folder }: ScriptPlace,
  args: readonly string[],
  added: Readonly<Record<string, string>> = {},
): Promise<ScriptEnd> {
  return runScriptOn(name, args, {
    ...added,
    DATABASE_URL: database.connectionString,
    DATA_DIR: folder,
    MASTER_KEY_FILE: join(folder, 'master.key'),
  });
}

/** Runs a script, named from the project's root, with this added to the environment. */
export async function runScriptOn(
  name: string,
  args: readonly string[],
  added: Readonly<Record<string, string>>,
): Promise<ScriptEnd> {
  const script = join(projectRoot, name);
  const env = { ...process.env, ...added };
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [script, ...args], { env });
    return { code: 0, said: stdout };
  } catch (error) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what execFile fails with
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, said: `${stdout}${stderr}` };
  }
}

/** The master key that `TEST_KEY` is read from. */
export function writeTestKey(folder: string): void {
  writeFileSync(join(folder, 'master.key'), Buffer.alloc(32, 7).toString('hex'), { mode: 0o600 });
}
