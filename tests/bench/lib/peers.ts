import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Contestant, Ordering } from './contestant.ts';
import { eventData, eventMetadata, eventType } from './event.ts';
import type { BenchServer } from './server.ts';

interface PeerModule {
  readonly install: (url: string) => Promise<void>;
  readonly open: (url: string, event: object) => Promise<Contestant>;
  readonly openOrdering?: (url: string, event: object) => Promise<Ordering>;
}

export interface Peer {
  readonly contestant: Contestant;
  readonly openOrdering: (() => Promise<Ordering>) | undefined;
}

/** Where packages of benchmarks alone lie. */
export const peersFolder = fileURLToPath(new URL('../peers', import.meta.url));
const names = ['message-db', 'emmett', 'castore'] as const;
const event = { type: eventType, data: eventData, metadata: eventMetadata };

/** Installs the peers' packages once, outside the workspaces, and opens each on a separate database. */
export async function openPeers(server: BenchServer): Promise<readonly Peer[]> {
  installPeers();
  const peers: Peer[] = [];
  for (const name of names) {
    const module: PeerModule = await import(join(peersFolder, `${name}.mjs`));
    const url = await server.emptyDatabase(`peer_${name.replace('-', '_')}`);
    await module.install(url);
    const { openOrdering } = module;
    peers.push({
      contestant: await module.open(url, event),
      openOrdering: openOrdering && (() => openOrdering(url, event)),
    });
  }
  return peers;
}

/** Installs the packages that only benchmarks use, once, outside the workspaces. */
export function installPeers(): void {
  const { dependencies }: { dependencies: Readonly<Record<string, string>> } = JSON.parse(
    readFileSync(join(peersFolder, 'package.json'), 'utf8'),
  );
  if (Object.keys(dependencies).every((name) => existsSync(join(peersFolder, 'node_modules', name)))) return;
  process.stderr.write('installing the peers once…\n');
  const flags = ['--no-package-lock', '--no-audit', '--no-fund'];
  execFileSync('npm', ['install', ...flags], { cwd: peersFolder, stdio: ['ignore', 'ignore', 'inherit'] });
}
