import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OTHER_READERS } from '@atelier/application/platform/log-readers.queries.ts';
import { ENDED_STREAMS } from '@atelier/application/repair/ended-streams.queries.ts';
import { EVENT_REGISTRY } from '@atelier/application/event-registry.ts';
import { attachEvents } from '@atelier/event-store/archive/attach-events.ts';
import { detachEvents, endBefore } from '@atelier/event-store/archive/detach-events.ts';
import { eventsFile, type Manifest } from '@atelier/transparency-log/archive/manifest.ts';
import { masterKeyOf } from '@atelier/key-vault/master-key.ts';
import { openStore } from '@atelier/event-store/open-store.ts';
import { createPool } from '@atelier/event-store/pool.ts';
import type { Urls } from './import-runs.ts';

const DAY_MS = 86_400_000;

export interface Drill {
  readonly manifest: Manifest;
  readonly fileBytes: number;
  readonly detachSeconds: number;
  readonly attachSeconds: number;
  readonly verifySeconds: number;
  /** How long appends to other streams took while events were moved out and put back, ms. */
  readonly appends: readonly number[];
}

/** Moves the old part of a log into a file and puts it back, while appends run; then verifies the whole chain. */
export async function archiveDrill(urls: Urls): Promise<Drill> {
  const owner = createPool({ connectionString: urls.ownerUrl, role: 'owner', unattended: true, max: 2 });
  const pool = createPool({ connectionString: urls.url, role: 'atelier_app', max: 4 });
  const masterKey = masterKeyOf(Buffer.alloc(32, 1));
  const store = await openStore({ pool, masterKey, registry: EVENT_REGISTRY });
  const folder = await mkdtemp(join(tmpdir(), 'atelier-bench-archive-'));
  const appends: number[] = [];
  const stopped = new AbortController();
  try {
    const upper = await endBefore(owner, new Date(Date.now() + DAY_MS));
    if (upper === undefined) throw new Error('the log has no partition that is full');
    const appending = appendOn(store, appends, stopped.signal);
    const [detachSeconds, manifest] = await timed(() =>
      detachEvents({ owner, folder, endedStreams: ENDED_STREAMS, readers: OTHER_READERS }, upper),
    );
    if (manifest === undefined) throw new Error('nothing has ended');
    const { size } = await stat(eventsFile(folder, manifest.name));
    const [attachSeconds] = await timed(() => attachEvents({ owner, folder }, manifest.name));
    stopped.abort();
    await appending;
    const [verifySeconds, chain] = await timed(() => store.verifyChain('all'));
    if (!chain.ok) throw new Error(`the chain does not hold: ${chain.reason}`);
    return { manifest, fileBytes: size, detachSeconds, attachSeconds, verifySeconds, appends };
  } finally {
    stopped.abort();
    await store.close();
    await Promise.all([owner.end(), pool.end()]);
    await rm(folder, { recursive: true });
  }
}

async function appendOn(
  store: Awaited<ReturnType<typeof openStore>>,
  times: number[],
  signal: AbortSignal,
): Promise<void> {
  const metadata = {
    actor: { id: 7, kind: 'user' },
    commandId: 'drill',
    occurredAt: new Date().toISOString(),
  } as const;
  for (let version = 0; !signal.aborted; version += 1) {
    const events = [{ type: 'DifferenceRepaired', data: { how: 'drill' } }];
    const [seconds] = await timed(() =>
      store.append({ streams: [{ streamId: 'probe-drill', expectedVersion: version, events }], metadata }),
    );
    times.push(seconds * 1_000);
  }
}

async function timed<T>(work: () => Promise<T>): Promise<readonly [number, T]> {
  const started = performance.now();
  const result = await work();
  return [(performance.now() - started) / 1_000, result];
}
