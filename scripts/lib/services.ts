import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '@atelier/api/config.ts';
import { projectRoot } from '@atelier/host/files.ts';
import type { ServiceDefinition } from './service.ts';
import { webDist } from './web-build.ts';

/** Variables that every service receives, whatever the person's environment says. */
export interface ServiceFacts {
  readonly config: Config;
  readonly dataFolder: string;
  readonly masterKeyFile: string;
  readonly logKeyFile: string;
  readonly databaseUrl: string;
  /** The embedded server's own login and where backups of it go; undefined when none are made here. */
  readonly backups: { readonly databaseUrl: string; readonly target: string } | undefined;
  /** What the demo's companions add. */
  readonly env: Readonly<Record<string, string>>;
}

const scripts = [
  ['API', 'services/api/src/main.ts'],
  ['workers', 'services/workers/src/main.ts'],
] as const;

/** The bucket's keys and all that says how backups are made: read by the process that makes them, and by the commands about them. */
export const isForBackups = (name: string): boolean => /^(AWS|BACKUP)_/.test(name);

/** What leads into other houses' systems, which that process calls nowhere. */
const isForServices = (name: string): boolean =>
  /^(NAV|SIEM|SMTP|MAIL|MESSAGE|OIDC|REDIS|WEBHOOK)_/.test(name);

/** The processes of a system. They get the services' login, never the owner's. */
export function serviceDefinitions(facts: ServiceFacts): ServiceDefinition[] {
  const env = {
    PORT: String(facts.config.port),
    DATA_DIR: facts.dataFolder,
    DATABASE_URL: facts.databaseUrl,
    // The owner's, which the services must not read.
    DATABASE_URL_FILE: '',
    DEMO: facts.config.demo ? '1' : '0',
    MASTER_KEY_FILE: facts.masterKeyFile,
    LOG_KEY_FILE: facts.logKeyFile,
    PUBLIC_URL: facts.config.publicUrl,
  };
  const services = scripts
    .filter(([, script]) => existsSync(join(projectRoot, script)))
    .map(([name, script]) => ({
      name,
      script,
      isForOthers: isForBackups,
      // The API is asked by a call.
      saysReady: name !== 'API',
      env: { ...env, ...demoEnv(facts), ...facts.env, ...(name === 'API' ? { WEB_DIR: webDist } : {}) },
    }));
  return facts.backups === undefined ? services : [...services, backupsDefinition(facts.backups, env)];
}

/** A demo's webhooks may be tried on the machine that it runs on. */
const demoEnv = ({ config }: ServiceFacts): Readonly<Record<string, string>> =>
  config.demo ? { WEBHOOK_TO_LOOPBACK: '1' } : {};

/** The only one that gets the superuser's login: it reads the server's files. */
const backupsDefinition = (
  { databaseUrl, target }: NonNullable<ServiceFacts['backups']>,
  env: Readonly<Record<string, string>>,
): ServiceDefinition => ({
  name: 'backups',
  script: 'services/backup/src/main.ts',
  isForOthers: isForServices,
  saysReady: true,
  env: { ...env, BACKUP_DATABASE_URL: databaseUrl, BACKUP_TARGET: target },
});
