import { sealStoredBlobs } from '@atelier/application/blobs/seal-blobs.commands.ts';
import type { Database } from '@atelier/application/platform/database.ts';
import { sealStoredRows } from '@atelier/application/privacy/seal-rows.commands.ts';
import { sealCustomers } from '@atelier/application/reference/seal-customers.commands.ts';
import { renewSearchWords } from '@atelier/application/repair-list/search-words.commands.ts';
import { HOUR_MS } from '@atelier/domain/kernel.ts';
import type { EventStore } from '@atelier/event-store/types.ts';
import { untilStopped, type Stoppable } from '@atelier/postgres/until-stopped.ts';
import type { Kysely } from 'kysely';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { setTimeout as sleep } from 'node:timers/promises';

const RENEW_EVERY_MS = 6 * HOUR_MS;
const LOOK_MS = 500;

interface Installation {
  readonly store: EventStore;
  /** Sessions of role `atelier_app`. */
  readonly pool: Pool;
  /** Sessions of role `atelier_projector`, with the store's sealing. */
  readonly db: Kysely<Database>;
  readonly log: Logger;
}

/** What earlier releases left in clear is sealed, and the index of search gets new keys, beside everything else. */
export function keepSealed({ store, pool, db, log }: Installation): Stoppable {
  const all = [
    startRewrapping(store, log),
    startSealingRows(db, store, log),
    startSealingFiles(pool, store, log),
    startRenewing(db, log),
  ];
  return { stop: async () => void (await Promise.all(all.map((each) => each.stop()))) };
}

function startRewrapping(store: EventStore, log: Logger): Stoppable {
  return beside(
    async (isStopped) => {
      const keys = await store.rewrapKeys(isStopped);
      if (keys > 0)
        log.warn({ keys }, 'keys wrapped by the vault, older backups open without it: destroy those backups');
    },
    (err) => log.warn({ err }, 'keys not wrapped by the vault, wrapping on at the next start'),
  );
}

/** Rows that a release without sealing wrote. */
function startSealingRows(db: Kysely<Database>, { sealing }: EventStore, log: Logger): Stoppable {
  return beside(
    async (isStopped) => {
      const rows = (await sealStoredRows(db, sealing, isStopped)) + (await sealCustomers(db, isStopped));
      if (rows > 0)
        log.warn({ rows }, 'rows sealed, older backups hold them in clear: destroy those backups');
    },
    (err) => log.warn({ err }, 'rows not sealed, sealing on at the next start'),
  );
}

/** Files that a release without sealing wrote. */
function startSealingFiles(pool: Pool, { files }: EventStore, log: Logger): Stoppable {
  return beside(
    async (isStopped) => {
      const sealed = await sealStoredBlobs(pool, files, isStopped);
      if (sealed > 0)
        log.warn({ files: sealed }, 'files sealed, older backups hold them in clear: destroy those backups');
    },
    (err) => log.warn({ err }, 'files not sealed, sealing on at the next start'),
  );
}

/** Now and every few hours: after erasures, the index of search gets another key. */
function startRenewing(db: Kysely<Database>, log: Logger): Stoppable {
  return beside(
    async (isStopped) => {
      for (let waitedMs = RENEW_EVERY_MS; !isStopped(); waitedMs += LOOK_MS) {
        if (waitedMs >= RENEW_EVERY_MS) {
          waitedMs = 0;
          await renewOnce(db, log, isStopped);
        }
        await sleep(LOOK_MS);
      }
    },
    () => undefined,
  );
}

async function renewOnce(db: Kysely<Database>, log: Logger, isStopped: () => boolean): Promise<void> {
  try {
    if (await renewSearchWords(db, sealCustomers, isStopped))
      log.info('words of search written anew, their old key destroyed');
  } catch (err) {
    if (!isStopped()) log.warn({ err }, 'words of search not rewritten, trying again in 6 h');
  }
}

/** Beside everything else: a large installation takes minutes, once. */
function beside(
  work: (isStopped: () => boolean) => Promise<void>,
  onError: (error: unknown) => void,
): Stoppable {
  return untilStopped((signal) => work(() => signal.aborted).catch(onError));
}
