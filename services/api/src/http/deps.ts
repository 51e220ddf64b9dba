import type { BlobStore } from '@atelier/application/blobs/blob-store.ts';
import type { Database } from '@atelier/application/platform/database.ts';
import type { ReadList } from '@atelier/application/shared/list-reader.ts';
import type { MasterKey } from '@atelier/key-vault/master-key.ts';
import type { EventStore } from '@atelier/event-store/types.ts';
import type { Clock } from '@atelier/postgres/timers.ts';
import type { PolicyAt } from '@atelier/application/system/policy-source.queries.ts';
import type { Kysely } from 'kysely';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { LiveService } from './live-ports.ts';
import type { Metrics } from './metrics.ts';
import type { Authenticator } from './authenticator.ts';

/** What the API needs from outside itself; made once in `start.ts`, or by a test. */
export interface ApiDeps {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Logger;
  /** Sessions of role `atelier_app`: row-level security holds for every query. */
  readonly pool: Pool;
  readonly db: Kysely<Database>;
  /** Lists and searches: from the read replica where there is one, and it shows all that the primary does. */
  readonly readList: ReadList;
  readonly store: EventStore;
  readonly blobs: BlobStore;
  /** Keys of the API's own digests are drawn from it; it never leaves the process. */
  readonly masterKey: MasterKey;
  readonly metrics: Metrics;
  /** The configured values in force now, or at a past moment (product/system.md §1). */
  readonly policy: PolicyAt;
  /** When others take hold by the clock alone; null when nothing is planned. */
  readonly nextPolicyAt: () => string | null;
  readonly authenticator: Authenticator;
  /**
   * How long the oldest commit has waited for a synchronous standby. Uses a separate connection, since the
   * pool may be exhausted.
   */
  readonly unconfirmedForMs: () => Promise<number>;
  /** The live hub of this node; API-only tests go without. */
  readonly live: LiveService | undefined;
  /**
   * Resolves true once the named asynchronous projections have passed a log position, or all that is stored, false when
   * the time ran out first: the write is stored, its picture not yet drawn.
   */
  readonly waitForProjections: (
    names: readonly string[],
    position: number | 'newest',
    timeoutMs: number,
  ) => Promise<boolean>;
}
