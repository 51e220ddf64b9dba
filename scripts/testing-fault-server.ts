import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { migrate } from '@atelier/application/platform/migrate.ts';
import { runSql } from '@atelier/host/postgres/database.ts';
import { startCluster } from '@atelier/host/postgres/cluster.ts';
import { chooseRunAs, giveTo, reachableTmp } from '@atelier/host/run-as.ts';
import { projectRoot } from '@atelier/host/files.ts';

/** A PostgreSQL of a test's own, whose logins and access a test may spoil. */
export interface FaultServer {
  readonly place: string;
  /** An address on it: the superuser's, or that of another login with the password `s3cret`. */
  url(database: string, login?: string): string;
  /** As the superuser, in its own database. */
  sql(...statements: string[]): Promise<void>;
  /** A migrated database, copied from one that is made once. */
  migrated(name: string): Promise<string>;
  stop(): Promise<void>;
}

/** Speaks TLS with a self-signed certificate; the login `tls_only` may come in by TLS alone, `kept_out` not at all. */
export async function startFaultServer(): Promise<FaultServer> {
  const home = mkdtempSync(join(reachableTmp(chooseRunAs('')), 'atelier-start-faults-'));
  const cluster = await startCluster({ home, durable: false, settings: { max_connections: '120' } });
  const sql = (...statements: string[]): Promise<void> => runSql(cluster.url(), ...statements);
  makeCertificate(cluster.dataDir);
  // The first line that fits counts.
  const access = join(cluster.dataDir, 'pg_hba.conf');
  const rules = 'hostnossl all tls_only all reject\nhost all kept_out all reject\n';
  writeFileSync(access, `${rules}${readFileSync(access, 'utf8')}`);
  await sql(`alter system set ssl = on`, 'select pg_reload_conf()');
  let template: Promise<void> | undefined;
  const address = (database: string, login?: string): string => {
    const url = new URL(cluster.url(database));
    if (login !== undefined) [url.username, url.password] = [login, 's3cret'];
    return url.toString();
  };
  return {
    place: `127.0.0.1:${cluster.port}`,
    url: address,
    sql,
    migrated: async (name) => {
      template ??= (async () => {
        await sql('create database template_atelier');
        await migrate(cluster.url('template_atelier'), join(projectRoot, 'migrations'));
      })();
      await template;
      await sql(`create database ${name} template template_atelier`);
      return cluster.url(name);
    },
    stop: async () => {
      await cluster.stop();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

function makeCertificate(dataDir: string): void {
  const [key, certificate] = [join(dataDir, 'server.key'), join(dataDir, 'server.crt')];
  const args = [
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:prime256v1',
    '-nodes',
    '-days',
    '2',
  ];
  execFileSync('openssl', [...args, '-subj', '/CN=localhost', '-keyout', key, '-out', certificate], {
    stdio: 'ignore',
  });
  chmodSync(key, 0o600);
  for (const file of [key, certificate]) giveTo(file, chooseRunAs(dataDir));
}
