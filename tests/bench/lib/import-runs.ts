import { randomUUID } from 'node:crypto';
import { createPool } from '@atelier/event-store/pool.ts';
import { EVENT_REGISTRY } from '@atelier/application/event-registry.ts';
import { readModelsOn } from '@atelier/application/projections/projection.ts';
import { rebuild } from '@atelier/application/read-models/rebuild.ts';
import { copyRows } from '@atelier/event-store/import/copy-rows.ts';
import { EventRows, eventColumns } from '@atelier/event-store/import/event-rows.ts';
import { importEvents } from '@atelier/event-store/import/import-events.ts';
import { addStreams, writeStreams } from '@atelier/event-store/import/imported-streams.ts';
import { masterKeyOf } from '@atelier/key-vault/master-key.ts';
import { createSubjectKeys } from '@atelier/key-vault/subject-keys.ts';
import { openStore } from '@atelier/event-store/open-store.ts';
import { readStateMark } from '@atelier/event-store/state-cache.ts';
import { inTransaction } from '@atelier/postgres/transaction.ts';
import { createEventCodec } from '@atelier/event-store/registry/event-codec.ts';
import type { AppendRequest, EventStore } from '@atelier/event-store/types.ts';
import { asRole } from '../../harness/as-role.ts';
import { eventMetadata } from './event.ts';
import { lives } from './life.ts';

const masterKey = masterKeyOf(Buffer.alloc(32, 1));
const registry = EVENT_REGISTRY;

export interface Urls {
  readonly url: string;
  readonly ownerUrl: string;
}

/** The lives of jewels, each event a separate command, as their scans were. */
export function requestsOf(events: number): readonly AppendRequest[] {
  return Array.from(lives(events), ({ streamId, version, type, data }) => ({
    streams: [{ streamId, expectedVersion: version - 1, events: [{ type, data }] }],
    metadata: { ...eventMetadata, commandId: randomUUID() },
  }));
}

const ownerPool = (urls: Urls) =>
  createPool({ connectionString: urls.ownerUrl, role: 'owner', copies: true, unattended: true, max: 3 });

/** The import as the product runs it; answers when it has committed. */
export async function runImport(urls: Urls, requests: Iterable<AppendRequest>): Promise<void> {
  const owner = ownerPool(urls);
  await importEvents({ owner, registry, masterKey }, requests);
  await owner.end();
}

const atOnce = 5_000;
const waiting = 200;

/** The very same rows, printed beforehand, by COPY and nothing else, in one transaction. */
export async function prepareCopy(
  urls: Urls,
  requests: readonly AppendRequest[],
): Promise<() => Promise<void>> {
  const owner = ownerPool(urls);
  const codec = createEventCodec(
    registry,
    createSubjectKeys(owner, { masterKey, vault: undefined }, { now: () => new Date() }, () =>
      readStateMark(owner),
    ),
    {
      uuid: randomUUID,
    },
    () => true,
  );
  const commands = await codec.encodeAll(requests, (_, reason) => reason);
  const moment = new Date().toISOString();
  const rows = new EventRows({ first: 1, moment, micros: String(Date.parse(moment) * 1_000) });
  await addStreams(owner, rows.streams, commands);
  const blocks: string[] = [];
  for (let from = 0; from < commands.length; from += atOnce)
    blocks.push(
      commands
        .slice(from, from + atOnce)
        .map((command) => rows.take(command))
        .join(''),
    );
  return async () => {
    await inTransaction(owner, async (client) => {
      for (const block of blocks) await copyRows(client, eventColumns, block);
      await writeStreams(client, rows.streams);
    });
    await owner.end();
  };
}

/** The same requests through the store's append, two hundred waiting at once. */
export async function runAppend(urls: Urls, requests: readonly AppendRequest[]): Promise<void> {
  const pool = createPool({ connectionString: urls.url, role: 'atelier_app', max: 16 });
  const store = await openStore({ pool, masterKey, registry });
  for (let from = 0; from < requests.length; from += waiting)
    await appendAll(store, requests.slice(from, from + waiting));
  await store.close();
  await pool.end();
}

/** At once, but those of one stream one after the other. */
async function appendAll(store: EventStore, requests: readonly AppendRequest[]): Promise<void> {
  const last = new Map<string, Promise<unknown>>();
  for (const request of requests) {
    const id = request.streams[0]?.streamId ?? '';
    last.set(
      id,
      (last.get(id) ?? Promise.resolve()).then(() => store.append(request)),
    );
  }
  await Promise.all(last.values());
}

/** Rebuilds read models from what was imported. */
export async function runRebuild(urls: Urls, name: string): Promise<void> {
  const owner = ownerPool(urls);
  const projectorUrl = asRole(urls.url.replace(/\?.*$/, ''), 'atelier_projector');
  const projector = createPool({
    connectionString: projectorUrl,
    role: 'atelier_projector',
    unattended: true,
    max: 6,
  });
  const store = await openStore({ pool: projector, masterKey, registry });
  await rebuild({ owner, projector: readModelsOn(projector, store.sealing), store }, name);
  await store.close();
  await Promise.all([owner.end(), projector.end()]);
}
