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
/** What failed is tried again after so long. */
const AGAIN_MS = 60_000;

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
  return untilDone(
    async (isStopped) => {
      const keys = await store.rewrapKeys(isStopped);
      if (keys > 0)
        log.warn({ keys }, 'keys wrapped by the vault, older backups open without it: destroy those backups');
    },
    (err) => log.warn({ err }, 'keys not wrapped by the vault, trying again in a minute'),
  );
}

/** Rows that a release without sealing wrote. */
function startSealingRows(db: Kysely<Database>, { sealing }: EventStore, log: Logger): Stoppable {
  return untilDone(
    async (isStopped) => {
      const rows = (await sealStoredRows(db, sealing, isStopped)) + (await sealCustomers(db, isStopped));
      if (rows > 0)
        log.warn({ rows }, 'rows sealed, older backups hold them in clear: destroy those backups');
    },
    (err) => log.warn({ err }, 'rows not sealed, trying again in a minute'),
  );
}

/** Files that a release without sealing wrote. */
function startSealingFiles(pool: Pool, { files }: EventStore, log: Logger): Stoppable {
  return untilDone(
    async (isStopped) => {
      const sealed = await sealStoredBlobs(pool, files, isStopped);
      if (sealed > 0)
        log.warn({ files: sealed }, 'files sealed, older backups hold them in clear: destroy those backups');
    },
    (err) => log.warn({ err }, 'files not sealed, trying again in a minute'),
  );
}

/** Now and every few hours: after erasures, the index of search gets another key. */
function startRenewing(db: Kysely<Database>, log: Logger): Stoppable {
  return untilStopped(async (signal) => {
    while (!signal.aborted) {
      await renewOnce(db, log, () => signal.aborted);
      await pause(RENEW_EVERY_MS, signal);
    }
  });
}

async function renewOnce(db: Kysely<Database>, log: Logger, isStopped: () => boolean): Promise<void> {
  try {
    if (await renewSearchWords(db, sealCustomers, isStopped))
      log.info('words of search rewritten, their old key destroyed');
  } catch (err) {
    if (!isStopped()) log.warn({ err }, 'words of search not rewritten, trying again in 6 h');
  }
}

/** Beside everything else: a large installation takes minutes, once. What fails is tried again until it is done. */
export function untilDone(
  work: (isStopped: () => boolean) => Promise<void>,
  onError: (error: unknown) => void,
  againMs = AGAIN_MS,
): Stoppable {
  return untilStopped(async (signal) => {
    while (!signal.aborted) {
      try {
        return await work(() => signal.aborted);
      } catch (error) {
        onError(error);
      }
      await pause(againMs, signal);
    }
  });
}

const pause = (ms: number, signal: AbortSignal): Promise<unknown> =>
  sleep(ms, undefined, { signal }).catch(() => undefined);
