import { Client } from 'pg';
import { createPool } from '@atelier/event-store/pool.ts';
import { EVENT_REGISTRY as registry } from '@atelier/application/event-registry.ts';
import { createDatabase, inScope } from '@atelier/application/platform/database.ts';
import { dashboardStats } from '@atelier/application/dashboard/stats.queries.ts';
import { listItemIds } from '@atelier/application/repair-list/item-list.queries.ts';
import { DEFAULT_POLICY } from '@atelier/domain/policy.ts';
import { masterKeyOf } from '@atelier/key-vault/master-key.ts';
import { openStore } from '@atelier/event-store/open-store.ts';
import type { Contestant } from './contestant.ts';
import { eventData, eventMetadata } from './event.ts';
import type { Urls } from './import-runs.ts';

const masterKey = masterKeyOf(Buffer.alloc(32, 1));
const SHOP = { kind: 'store', siteId: 3 } as const;

export interface Read {
  readonly name: string;
  readonly run: () => Promise<unknown>;
}

/** What is compared between databases of different sizes. */
export interface GrownLog {
  readonly appends: Contestant;
  readonly ofLog: readonly Read[];
  readonly ofModels: readonly Read[];
  readonly close: () => Promise<void>;
}

/** A database that was filled, as API processes open it. */
export async function openGrown(name: string, urls: Urls): Promise<GrownLog> {
  const pool = createPool({ connectionString: urls.url, role: 'atelier_app', max: 16 });
  const store = await openStore({ pool, masterKey, registry });
  const db = createDatabase(pool, store.sealing);
  const ids = await someItems(urls.ownerUrl);
  const anyItem = (): string => `item-${ids[Math.floor(Math.random() * ids.length)]}`;
  const context = { scope: SHOP, now: new Date(), policy: DEFAULT_POLICY };
  return {
    appends: {
      name,
      append: async (streamId, expectedVersion) => {
        // A type that none of the read models compared here takes: they are made afterwards.
        const events = [{ type: 'DifferenceRepaired', data: eventData }];
        const probe = { streamId: `probe-${streamId}`, expectedVersion, events };
        await store.append({ streams: [probe], metadata: eventMetadata });
        return true;
      },
      versionOf: () => Promise.resolve(0),
      close: () => Promise.resolve(),
    },
    ofLog: [
      { name: 'the events of an item', run: () => store.readStream(anyItem()) },
      {
        name: 'five hundred events of the log',
        run: () => store.readLog({ after: 0, limit: 500 }),
      },
    ],
    ofModels: [
      {
        name: "a shop's list",
        run: () => inScope(db, SHOP, (trx) => listItemIds(trx, { page: 1, pageSize: 50 }, context)),
      },
      { name: "a shop's dashboard", run: () => dashboardStats(pool, context) },
    ],
    close: async () => {
      await store.close();
      await pool.end();
    },
  };
}

/** A thousand of them, from all over the table. */
async function someItems(ownerUrl: string): Promise<readonly string[]> {
  const sql = `select substr(stream_id, 6) as id from streams tablesample bernoulli (5)
                where stream_id like 'item-%' limit 1000`;
  return (await answers(ownerUrl, sql)).map(({ id }) => id ?? '');
}

export interface Disk {
  /** Events and streams with their indexes. */
  readonly log: number;
  readonly readModels: number;
  readonly streams: number;
}

/** Bytes on disk after a vacuum, and how many streams there are. */
export async function diskOf(adminUrl: string): Promise<Disk> {
  const [row] = await answers(
    adminUrl,
    `select (select sum(pg_total_relation_size(relid)) from pg_partition_tree('events')) + pg_total_relation_size('streams') as log,
            (select sum(pg_total_relation_size(c.oid)) from pg_class c join pg_namespace n on n.oid = c.relnamespace
              where n.nspname = 'public' and c.relkind = 'r' and not c.relispartition and c.relname <> 'streams') as models,
            (select count(*) from streams) as streams`,
  );
  return {
    log: Number(row?.['log']),
    readModels: Number(row?.['models']),
    streams: Number(row?.['streams']),
  };
}

/** Bytes of write-ahead log since the server began. */
export async function walOf(adminUrl: string): Promise<number> {
  const [row] = await answers(adminUrl, `select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') as bytes`);
  return Number(row?.['bytes']);
}

export async function vacuum(adminUrl: string, tables: readonly string[]): Promise<void> {
  for (const table of tables) await answers(adminUrl, `vacuum (analyze) ${table}`);
}

async function answers(url: string, sql: string): Promise<readonly Readonly<Record<string, string>>[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, string>>(sql)).rows;
  } finally {
    await client.end();
  }
}
