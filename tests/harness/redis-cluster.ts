import type { ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { Fault } from '@atelier/host/fault.ts';
import { freePort } from '@atelier/host/ports.ts';
import { findOrInstall } from '../../scripts/lib/programs.ts';
import { endRedis, launchRedis } from './redis.ts';

/** A real Redis cluster of a test's own on loopback. */
export interface TestRedisCluster {
  /** Names all nodes. */
  readonly url: string;
  /** The port of the master that holds a key. */
  masterOf(key: string): Promise<number>;
  /** Ends the node on a port without a word to its clients. */
  kill(port: number): Promise<void>;
  stop(): Promise<void>;
}

interface ClusterNode {
  readonly port: number;
  readonly server: ChildProcess;
}

const MASTERS = 3;
const SLOTS = 16_384;
/** A master that has been silent for so long is replaced by its replica. */
const NODE_TIMEOUT_MS = 1_000;
const READY_WITHIN_MS = 20_000;

/**
 * Starts a cluster of three masters, and three replicas of them where a master is to be lost.
 *
 * @throws Fault where there is no redis-server and none can be installed.
 */
export async function startRedisCluster({ withReplicas = false } = {}): Promise<TestRedisCluster> {
  const program = findOrInstall('redis-server', 'redis-server');
  if (program === undefined)
    throw new Fault('The cluster tests need redis-server (Debian: apt-get install redis-server).');
  const home = mkdtempSync(join(tmpdir(), 'atelier-test-redis-'));
  const indexes = Array.from({ length: withReplicas ? 2 * MASTERS : MASTERS }, (_, index) => index);
  const nodes = await Promise.all(indexes.map((index) => startNode(program, join(home, String(index)))));
  await formCluster(nodes.map(({ port }) => port));
  return {
    url: `redis://${nodes.map(({ port }) => `127.0.0.1:${port}`).join(',')}`,
    masterOf: (key) => masterOf(nodes.find(isRunning)?.port ?? 0, key),
    kill: async (port) => {
      const node = nodes.find((each) => each.port === port);
      if (node !== undefined) await endRedis(node.server, 'SIGKILL');
    },
    stop: async () => {
      await Promise.all(nodes.map(({ server }) => endRedis(server, 'SIGKILL')));
      rmSync(home, { recursive: true, force: true });
    },
  };
}

const isRunning = ({ server }: ClusterNode): boolean =>
  server.exitCode === null && server.signalCode === null;

async function startNode(program: string, folder: string): Promise<ClusterNode> {
  mkdirSync(folder);
  const [port, busPort] = [await freePort(), await freePort()];
  const server = await launchRedis(program, folder, port, {
    'cluster-enabled': 'yes',
    'cluster-port': String(busPort),
    'cluster-node-timeout': String(NODE_TIMEOUT_MS),
    'cluster-announce-bus-port': String(busPort),
  });
  return { port, server };
}

/** Gives each master its share of the slots, makes all know each other, and each replica follow a master. */
async function formCluster(ports: readonly number[]): Promise<void> {
  const clients = ports.map((port) => new Redis(port, '127.0.0.1'));
  try {
    const [first, ...others] = clients;
    for (const [index, client] of clients.slice(0, MASTERS).entries()) {
      const [from, to] = [index, index + 1].map((share) => Math.floor((share * SLOTS) / MASTERS));
      await client.call('cluster', 'set-config-epoch', String(index + 1));
      await client.call('cluster', 'addslotsrange', String(from), String(Number(to) - 1));
    }
    for (const other of others) await meet(first, other);
    await untilAll(clients, async (client) => (await knownNodes(client)) === ports.length);
    for (const [index, replica] of clients.slice(MASTERS).entries()) {
      const id = String(await clients[index]?.call('cluster', 'myid'));
      await replica.call('cluster', 'replicate', id);
    }
    await untilAll(clients, async (client) =>
      String(await client.call('cluster', 'info')).includes('cluster_state:ok'),
    );
    await untilAll(clients.slice(MASTERS), async (client) =>
      (await client.info('replication')).includes('link_status:up'),
    );
  } finally {
    for (const client of clients) client.disconnect();
  }
}

async function meet(first: Redis | undefined, other: Redis): Promise<void> {
  const [, busPort] = await other.config('GET', 'cluster-port');
  await first?.call('cluster', 'meet', '127.0.0.1', String(other.options.port), String(busPort));
}

async function knownNodes(client: Redis): Promise<number> {
  const lines = String(await client.call('cluster', 'nodes'))
    .trim()
    .split('\n');
  return lines.filter((line) => !line.includes('handshake')).length;
}

async function untilAll(
  clients: readonly Redis[],
  isReady: (client: Redis) => Promise<boolean>,
): Promise<void> {
  const deadline = Date.now() + READY_WITHIN_MS;
  for (const client of clients) {
    while (!(await isReady(client))) {
      if (Date.now() > deadline) throw new Error('the Redis cluster does not come up');
      await sleep(50);
    }
  }
}

async function masterOf(port: number, key: string): Promise<number> {
  const client = new Redis(port, '127.0.0.1');
  try {
    const slot = Number(await client.call('cluster', 'keyslot', key));
    const shares = (await client.call('cluster', 'slots')) as [number, number, [string, number]][];
    const share = shares.find(([from, to]) => from <= slot && slot <= to);
    if (share === undefined) throw new Error(`no master holds ${key}`);
    return share[2][1];
  } finally {
    client.disconnect();
  }
}
