import { createDatabase } from '@atelier/application/platform/database.ts';
import type { Replica } from '@atelier/application/shared/list-reader.ts';
import { createPool } from '@atelier/event-store/pool.ts';
import type { Sealing } from '@atelier/key-vault/row-sealing.ts';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';

export interface ListReplica {
  /** None without `DATABASE_READ_URL`. */
  readonly replica: Replica | undefined;
  readonly close: () => Promise<void>;
}

/** The server that lists and searches are read from. It need not be there when the node starts. */
export function openListReplica(config: Config, log: Logger, sealing: Sealing): ListReplica {
  if (config.databaseReadUrl === undefined) return { replica: undefined, close: () => Promise.resolve() };
  const pool = createPool({
    connectionString: config.databaseReadUrl,
    role: 'atelier_app',
    isReplica: true,
    max: config.databasePool,
    applicationName: 'atelier api lists',
    // The next list that is read says what is wrong.
    onError: () => undefined,
  });
  const replica = {
    // Nothing else is read over these.
    db: createDatabase(pool, sealing, config.databasePool),
    onLeftOut: (err: unknown) =>
      log.warn(
        { err },
        'read replica left out, lists are read from the primary and it is asked again in 2 s',
      ),
    onBack: () => log.info('read replica in use again'),
  };
  return { replica, close: () => pool.end() };
}
