import { spawn } from 'node:child_process';
import { renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Fault } from '../fault.ts';
import type { Binaries } from './binaries.ts';
import { asUser, type Place } from './place.ts';
import { serverFault } from './reason.ts';

/** Runs initdb. It works in a folder beside, so that an interrupted one leaves nothing half made. */
export async function makeCluster(binaries: Binaries, place: Place, durable: boolean): Promise<void> {
  const beside = `${place.dataDir}-new`;
  rmSync(beside, { recursive: true, force: true });
  rmSync(place.dataDir, { recursive: true, force: true });
  const access = [
    '--username=postgres',
    '--auth=scram-sha-256',
    `--pwfile=${join(dirname(place.dataDir), 'password')}`,
  ];
  const output = await run(
    binaries.initdb,
    ['-D', beside, '--encoding=UTF8', ...localeOf(binaries), ...access, ...(durable ? [] : ['--no-sync'])],
    place,
  );
  if (output.code !== 0) throw serverFault(output.text, place.dataDir);
  renameSync(beside, place.dataDir);
}

/** Older servers bring no locale: the machine's C.UTF-8 sorts and folds alike. */
const localeOf = ({ major }: Binaries): string[] =>
  major >= 17
    ? ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']
    : ['--locale=C.UTF-8'];

function run(program: string, args: string[], place: Place): Promise<{ code: number | null; text: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      ...asUser(place.user),
      cwd: dirname(place.dataDir),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let text = '';
    child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (text += chunk.toString()));
    child.once('error', (error) =>
      reject(new Fault(`PostgreSQL cannot be run here (${error.message}): set DATABASE_URL.`)),
    );
    child.once('close', (code) => resolve({ code, text }));
  });
}
