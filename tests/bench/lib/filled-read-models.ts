import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDatabase } from '@atelier/application/platform/database.ts';
import { EVENT_REGISTRY } from '@atelier/application/event-registry.ts';
import { readModelsOn } from '@atelier/application/projections/projection.ts';
import { rebuild, REBUILDABLE } from '@atelier/application/read-models/rebuild.ts';
import { renewSearchWords } from '@atelier/application/repair-list/search-words.commands.ts';
import { vaultPlaceOf } from '@atelier/key-vault/vault-place.ts';
import { importEvents } from '@atelier/event-store/import/import-events.ts';
import { masterKeyOf } from '@atelier/key-vault/master-key.ts';
import { openStore } from '@atelier/event-store/open-store.ts';
import { createPool } from '@atelier/event-store/pool.ts';
import type { AppendRequest, DomainEvent, EventStore } from '@atelier/event-store/types.ts';
import type { Pool } from 'pg';
import { loadReference } from '../../../demo/reference/load.ts';
import { asRole } from '../../harness/as-role.ts';
import { eventMetadata } from './event.ts';
import { storiesOf } from './life.ts';
import type { BenchServer } from './server.ts';

/** A database with deposits and lives of jewels, under a key vault, and every read model built from them. */
export interface Filled {
  readonly events: number;
  /** Sessions of role `atelier_projector`. */
  readonly pool: Pool;
  readonly store: EventStore;
  readonly close: () => Promise<void>;
}

const masterKey = masterKeyOf(Buffer.alloc(32, 1));

/** Whole lives until there are about so many events. */
export async function openFilled(server: BenchServer, events: number): Promise<Filled> {
  const folder = mkdtempSync(join(tmpdir(), 'atelier-bench-vault-'));
  const vault = vaultPlaceOf({}, join(folder, 'master.key'));
  const urls = await server.migratedDatabase(`filled_${events}`);
  const owner = createPool({
    connectionString: urls.ownerUrl,
    role: 'owner',
    copies: true,
    unattended: true,
    max: 4,
  });
  await loadReference(createDatabase(owner), new Date(), 7);
  const tools = { registry: EVENT_REGISTRY, masterKey, vault };
  const imported = await importEvents({ owner, ...tools }, deposits(events));
  const pool = createPool({
    connectionString: asRole(urls.url.replace(/\?.*$/, ''), 'atelier_projector'),
    role: 'atelier_projector',
    unattended: true,
    max: 6,
  });
  const store = await openStore({ pool, ...tools });
  const projector = readModelsOn(pool, store.sealing);
  for (const name of REBUILDABLE) await rebuild({ owner, projector, store }, name);
  // As workers do after their start.
  const db = createDatabase(pool, store.sealing);
  await renewSearchWords(
    db,
    async () => 0,
    () => false,
  );
  await owner.end();
  return {
    events: imported.events,
    pool,
    store,
    close: async () => {
      await store.close();
      await pool.end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function* deposits(events: number): Generator<AppendRequest> {
  let made = 0;
  for (let turn = 0; made < events; turn += 1)
    for (const { rmaId, itemId, rma, item } of storiesOf(turn)) {
      const streams = [
        ...rma.map((event, version) => [`rma-${rmaId}`, version, event] as const),
        ...item.map((event, version) => [`item-${itemId}`, version, event] as const),
      ];
      for (const [streamId, version, event] of streams) yield requestOf(streamId, version, event);
      made += streams.length;
    }
}

const requestOf = (streamId: string, expectedVersion: number, event: DomainEvent): AppendRequest => ({
  streams: [{ streamId, expectedVersion, events: [event] }],
  metadata: { ...eventMetadata, commandId: randomUUID() },
});
