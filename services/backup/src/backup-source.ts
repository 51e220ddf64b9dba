import type { Config } from '@atelier/api/config.ts';
import { hasEmbeddedDatabase, startEmbedded } from '@atelier/console/database.ts';
import { Fault } from '@atelier/host/fault.ts';
import { openServer, type BackupServer } from './server.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The server that is backed up: the one in BACKUP_DATABASE_URL or DATABASE_URL, else the embedded one, which is started when it
 * does not run.
 *
 * @throws Fault when there is none, or when its login may not read its files
 */
export async function openSource(
  config: Config,
  dataFolder: string,
  env: Environment,
): Promise<BackupServer> {
  const named = env['BACKUP_DATABASE_URL'];
  const url = named === undefined || named === '' ? config.databaseUrl : named;
  if (url !== undefined) return openServer(url);
  if (!hasEmbeddedDatabase(dataFolder))
    throw new Fault(`There is no database in ${dataFolder} yet: start Atelier first.`);
  const cluster = await startEmbedded(dataFolder);
  const server = await openServer(cluster.url('atelier'));
  return {
    ...server,
    close: async () => {
      await server.close();
      // One that ran already was only borrowed.
      if (!cluster.adopted) await cluster.stop();
    },
  };
}
