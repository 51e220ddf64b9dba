import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { freePort } from '@atelier/host/ports.ts';
import { chooseRunAs, giveTo, reachableTmp } from '@atelier/host/run-as.ts';
import { asUser } from '@atelier/host/postgres/place.ts';
import { findOrInstall } from '../../scripts/lib/programs.ts';

/** A real PgBouncer of a test's own, before a database. */
export interface TestPgBouncer {
  /** The database's address through it. */
  readonly url: string;
  readonly stop: () => Promise<void>;
}

export interface PgBouncerOptions {
  readonly mode: 'session' | 'transaction';
  /** Whether it lets settings of a session pass unread instead of refusing them. */
  readonly ignoresOptions: boolean;
}

/** Where Debian's program is; it is installed where this is root, and undefined where it is missing. */
export const findPgBouncer = (): string | undefined => findOrInstall('pgbouncer', 'pgbouncer');

export async function startPgBouncer(
  program: string,
  databaseUrl: string,
  { mode, ignoresOptions }: PgBouncerOptions,
): Promise<TestPgBouncer> {
  const target = new URL(databaseUrl);
  const user = chooseRunAs('');
  const folder = mkdtempSync(join(reachableTmp(user), 'atelier-pgbouncer-'));
  const port = await freePort();
  const settings = [
    '[databases]',
    `* = host=${target.hostname} port=${target.port}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = scram-sha-256',
    `auth_file = ${join(folder, 'users')}`,
    `pool_mode = ${mode}`,
    ...(ignoresOptions ? ['ignore_startup_parameters = options'] : []),
  ];
  writeFileSync(join(folder, 'settings'), `${settings.join('\n')}\n`);
  writeFileSync(join(folder, 'users'), `"${target.username}" "${decodeURIComponent(target.password)}"\n`);
  for (const path of [folder, join(folder, 'settings'), join(folder, 'users')]) giveTo(path, user);
  const child = spawn(program, [join(folder, 'settings')], { ...asUser(user), stdio: 'ignore' });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  await untilListening(port);
  target.host = `127.0.0.1:${port}`;
  return {
    url: target.toString(),
    stop: async () => {
      child.kill('SIGKILL');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function untilListening(port: number): Promise<void> {
  const deadline = Date.now() + 15_000;
  while (!(await listens(port))) {
    if (Date.now() > deadline) throw new Error(`pgbouncer does not start on port ${port}`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true));
    socket.once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
