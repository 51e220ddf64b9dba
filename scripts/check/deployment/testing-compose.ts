import { spawn, type ChildProcess } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { endRedis } from '@atelier/tests/harness/redis.ts';
import { parse } from 'yaml';
import { projectRoot } from '@atelier/host/files.ts';
import { freePort } from '@atelier/host/ports.ts';
import { startCluster, type Cluster } from '@atelier/host/postgres/cluster.ts';
import { runSql } from '@atelier/host/postgres/database.ts';
import { chooseRunAs, reachableTmp } from '@atelier/host/run-as.ts';
import { findOrInstall } from '../../lib/programs.ts';
import { readCompose, type ComposeService } from './compose-file.ts';
import { startContained } from './testing-container.ts';
import { layOutImage, type LaidOutImage } from './testing-image.ts';
import type { Mount } from './written-paths.ts';

/** A service's process and what it has written to its log. */
export interface Started {
  readonly log: () => string;
  /** Its code; null where a signal ended it. */
  readonly ended: Promise<number | null>;
  readonly stop: () => Promise<number | null>;
}

export interface ComposeOptions {
  readonly compose: string;
  readonly dockerfile: string;
  readonly settings: Readonly<Record<string, string>>;
}

/**
 * The services of docker-compose.yml as processes of this machine: Atelier's in the layout of its images, with the declared
 * environment, mounts and user; PostgreSQL and Redis with the declared command. All of them share the machine's loopback, so
 * that addresses and ports are others than declared; nothing else is.
 */
export class RunningCompose {
  readonly #folder: string;
  readonly #dockerfile: string;
  readonly #services: readonly ComposeService[];
  readonly #images = new Map<string, LaidOutImage>();
  readonly #started: Started[] = [];
  readonly #ports = new Map<string, number>();
  #cluster: Cluster | undefined;
  #vault: Cluster | undefined;
  #redis: ChildProcess | undefined;

  constructor(options: ComposeOptions) {
    this.#dockerfile = options.dockerfile;
    this.#services = readCompose(parse(options.compose, { merge: true }), options.settings);
    this.#folder = mkdtempSync(join(reachableTmp(chooseRunAs('')), 'atelier-compose-'));
    // PostgreSQL runs as another user, which passes through here.
    chmodSync(this.#folder, 0o711);
  }

  get names(): readonly string[] {
    return this.#services.filter(({ isBuilt }) => isBuilt).map(({ name }) => name);
  }

  async startStores(): Promise<void> {
    this.#cluster = await startServer(this.#service('postgres'), join(this.#folder, 'postgres'));
    this.#ports.set('postgres:5432', this.#cluster.port);
    const vault = this.#service('vault');
    this.#vault = await startServer(vault, join(this.#folder, 'vault-postgres'));
    this.#ports.set('vault:5432', this.#vault.port);
    await runSql(this.vaultUrl, ...initialSql('docker/postgres/vault.sh', vault));
    const port = await freePort();
    this.#redis = await startRedis(this.#service('redis'), this.#makeFolder('redis'), port);
    this.#ports.set('redis:6379', port);
  }

  /** Starts a service, or another command with its environment and mounts, as `docker compose run` does. */
  async start(name: string, command?: readonly string[]): Promise<Started> {
    const service = this.#service(name);
    const image = this.#imageOf(service);
    const port = await freePort();
    if (command === undefined) this.#ports.set(name, port);
    const child = startContained({
      image,
      command: command ?? service.command ?? image.command,
      mounts: service.mounts.map((mount) => this.#placed(mount, image)),
      tmpfs: service.tmpfs,
      environment: this.#onLoopback({ ...image.environment, ...service.environment }, port),
    });
    const started = watched(child);
    this.#started.push(started);
    return started;
  }

  /** Runs to the end. */
  async run(name: string, command?: readonly string[]): Promise<{ code: number | null; log: string }> {
    const started = await this.start(name, command);
    const code = await started.ended;
    return { code, log: started.log() };
  }

  url(name: string): string {
    return `http://127.0.0.1:${this.#ports.get(name)}`;
  }

  get vaultUrl(): string {
    return this.#vault?.url('vault') ?? '';
  }

  /** The folder that is the volume of this name. */
  volume(name: string): string {
    return join(this.#folder, 'volumes', name);
  }

  async close(): Promise<void> {
    await Promise.all(this.#started.map((started) => started.stop()));
    if (this.#redis !== undefined) await endRedis(this.#redis, 'SIGTERM');
    await Promise.all([this.#cluster?.stop(), this.#vault?.stop()]);
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #service(name: string): ComposeService {
    const found = this.#services.find((service) => service.name === name);
    if (found === undefined) throw new Error(`docker-compose.yml has no service ${name}`);
    return found;
  }

  #imageOf({ stage = 'the last' }: ComposeService): LaidOutImage {
    const known = this.#images.get(stage);
    if (known !== undefined) return known;
    const root = this.#makeFolder(`image of ${stage}`);
    const image = layOutImage(this.#dockerfile, stage === 'the last' ? undefined : stage, root);
    this.#images.set(stage, image);
    return image;
  }

  /** A new volume takes owner and mode of the folder that it covers; where the image has none, both are root's. */
  #placed(mount: Mount, { root }: LaidOutImage): Mount {
    const source = this.volume(mount.source);
    const covered = join(root, mount.target);
    if (!existsSync(covered)) mkdirSync(covered, { recursive: true });
    if (!existsSync(source)) {
      const { uid, gid, mode } = statSync(covered);
      mkdirSync(source, { recursive: true });
      chownSync(source, uid, gid);
      chmodSync(source, mode & 0o7777);
    }
    return { ...mount, source };
  }

  #onLoopback(environment: Readonly<Record<string, string>>, port: number): Record<string, string> {
    const stores = [...this.#ports].filter(([address]) => address.includes(':'));
    const entries = Object.entries(environment).map(([name, value]) => [
      name,
      stores.reduce((text, [address, own]) => text.replaceAll(address, `127.0.0.1:${own}`), value),
    ]);
    return { ...Object.fromEntries(entries), PORT: String(port), HOST: '127.0.0.1' };
  }

  #makeFolder(name: string): string {
    const folder = join(this.#folder, name);
    mkdirSync(folder, { recursive: true });
    return folder;
  }
}

/** As the image starts it: a superuser and a database of these names. */
async function startServer({ environment, command = [] }: ComposeService, home: string): Promise<Cluster> {
  const pairs = command.flatMap((word, index) => (word === '-c' ? [command[index + 1] ?? ''] : []));
  const settings = pairs.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]);
  const cluster = await startCluster({ home, durable: false, settings: Object.fromEntries(settings) });
  const { POSTGRES_USER: user, POSTGRES_PASSWORD: password, POSTGRES_DB: database } = environment;
  await runSql(
    cluster.url(),
    `create role ${user} superuser login password '${password}'`,
    `create database ${database} owner ${user}`,
  );
  return cluster;
}

/** The statements of a script that the image runs once. */
function initialSql(script: string, { environment }: ComposeService): readonly string[] {
  const [, sql = ''] = /<<SQL\n([^]*?)\nSQL/.exec(readFileSync(join(projectRoot, script), 'utf8')) ?? [];
  return sql.replaceAll(/\$\{(\w+)\}/g, (_, name: string) => environment[name] ?? '').split('\n');
}

async function startRedis(
  { command = [] }: ComposeService,
  folder: string,
  port: number,
): Promise<ChildProcess> {
  const program = findOrInstall('redis-server', 'redis-server', 'valkey-server');
  if (program === undefined) throw new Error('redis-server is not installed');
  const place = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder];
  const child = spawn(program, [...command.slice(1), ...place], { stdio: ['ignore', 'pipe', 'ignore'] });
  const endWithUs = (): boolean => child.kill('SIGKILL');
  process.once('exit', endWithUs);
  child.once('exit', () => process.removeListener('exit', endWithUs));
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (text: Buffer) => {
      if (text.toString().includes('Ready to accept connections')) resolve();
    });
    child.once('exit', () => reject(new Error('redis-server ended')));
  });
  return child;
}

function watched(child: ChildProcess): Started {
  let log = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (text: Buffer) => (log += text.toString()));
  const ended = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)));
  const stop = async (): Promise<number | null> => {
    const last = setTimeout(() => child.kill('SIGKILL'), 30_000);
    child.kill('SIGTERM');
    return ended.finally(() => clearTimeout(last));
  };
  return { log: () => log, ended, stop };
}
