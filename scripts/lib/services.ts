import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '@atelier/api/config.ts';
import { projectRoot } from './files.ts';
import type { ServiceDefinition } from './service.ts';
import { webDist } from './web-build.ts';

/** What every service is told, whatever the person's own environment says. */
export interface ServiceFacts {
  readonly config: Config;
  readonly dataFolder: string;
  readonly masterKeyFile: string;
  readonly databaseUrl: string;
  /** What the demo's companions add. */
  readonly env: Readonly<Record<string, string>>;
}

const scripts = [
  ['API', 'services/api/src/main.ts'],
  ['workers', 'services/workers/src/main.ts'],
] as const;

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
    PUBLIC_URL: facts.config.publicUrl,
    ...facts.env,
  };
  return scripts
    .filter(([, script]) => existsSync(join(projectRoot, script)))
    .map(([name, script]) => ({ name, script, env: name === 'API' ? { ...env, WEB_DIR: webDist } : env }));
}
