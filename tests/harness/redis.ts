import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Fault } from '@atelier/host/fault.ts';
import { freePort } from '@atelier/host/ports.ts';
import { findOrInstall, findProgram } from '../../scripts/lib/programs.ts';

/** A real Redis of a test's own. */
export interface TestRedis {
  readonly url: string;
  readonly port: number;
  /** Ends the server without a word to its clients, as a crash does. */
  kill(): Promise<void>;
  /** Starts it again on the same port with what its log file kept. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts a real Redis on a free loopback port, with an append-only file and without eviction as the
 * product demands: the installed server, one installed through apt as root, or a container.
 *
 * @throws Fault that says how to get one.
 */
export async function startRedis(): Promise<TestRedis> {
  const program = findProgram('redis-server', 'valkey-server');
  if (program !== undefined) return startProgram(program);
  const installed = findOrInstall('redis-server', 'redis-server');
  return installed === undefined ? startContainer() : startProgram(installed);
}

async function startProgram(program: string): Promise<TestRedis> {
  const folder = mkdtempSync(join(tmpdir(), 'atelier-test-redis-'));
  const port = await freePort();
  let server = await launchRedis(program, folder, port);
  const kill = (): Promise<void> => endRedis(server, 'SIGKILL');
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    kill,
    restart: async () => {
      await kill();
      server = await launchRedis(program, folder, port);
    },
    stop: async () => {
      await endRedis(server, 'SIGTERM');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Starts a server that ends with this process, with settings beside those the product demands. */
export async function launchRedis(
  program: string,
  folder: string,
  port: number,
  more: Readonly<Record<string, string>> = {},
): Promise<ChildProcess> {
  const settings = {
    bind: '127.0.0.1',
    dir: folder,
    appendonly: 'yes',
    'maxmemory-policy': 'noeviction',
    save: '',
    ...more,
  };
  const args = Object.entries({ port: String(port), ...settings }).flatMap(([key, value]) => [
    `--${key}`,
    value,
  ]);
  const child = spawn(program, args, { stdio: 'ignore' });
  const stopWithUs = (): boolean => child.kill('SIGKILL');
  process.once('exit', stopWithUs);
  child.once('exit', () => process.removeListener('exit', stopWithUs));
  await untilPong(port, child);
  return child;
}

async function untilPong(port: number, child: ChildProcess): Promise<void> {
  const deadline = Date.now() + 15_000;
  while (!(await pongs(port))) {
    if (child.exitCode !== null || Date.now() > deadline)
      throw new Fault(`redis-server does not start on port ${port}.`);
    await sleep(25);
  }
}

function pongs(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('PING\r\n'));
    const settle = (answer: boolean): void => {
      socket.destroy();
      resolve(answer);
    };
    socket.once('data', (chunk) => settle(chunk.toString().startsWith('+PONG')));
    socket.once('error', () => settle(false));
    socket.setTimeout(2000, () => settle(false));
  });
}

/** Resolves when it is gone. */
export function endRedis(child: ChildProcess, name: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill(name);
  });
}

const image = 'redis:8-alpine';

async function startContainer(): Promise<TestRedis> {
  const { GenericContainer } = await import('testcontainers');
  const command = ['redis-server', '--appendonly', 'yes', '--maxmemory-policy', 'noeviction'];
  // A fixed port, so that the address is still true after a restart.
  const port = await freePort();
  const container = await new GenericContainer(image)
    .withExposedPorts({ container: 6379, host: port })
    .withCommand(command)
    .start()
    .catch((error: unknown) => {
      throw new Fault(
        'The queue tests need a real Redis: install redis-server (Debian: apt-get install redis-server) or start Docker.',
        { cause: error },
      );
    });
  return {
    url: `redis://${container.getHost()}:${port}`,
    port,
    kill: async () => void (await container.stop({ remove: false, timeout: 0 })),
    restart: () => container.restart({ timeout: 0 }),
    stop: async () => void (await container.stop()),
  };
}
