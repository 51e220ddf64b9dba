import { join } from 'node:path';
import type { Config } from '@atelier/api/config.ts';
import { projectRoot } from '@atelier/host/files.ts';
import { freePort } from '@atelier/host/ports.ts';
import type { ServiceDefinition } from './service.ts';
import { isForBackups } from './services.ts';

/** A server of the demo that stands in for one of the company's own. */
interface Companion {
  readonly name: string;
  readonly script: string;
  /** Not when the environment names a real one. */
  readonly isWanted: (config: Config, environment: Environment) => boolean;
  /**
   * The variables that the services receive about it: it listens at `port`, and where it has pages, they are
   * at `pages`.
   */
  readonly tell: (port: number, pages: number) => Readonly<Record<string, string>>;
}

/** The one company whose books the simulator keeps. */
const SIMULATED_COMPANY = 'b6f1a3c2-5d0e-4a58-9a6b-3f2f6f0c7d11';

type Environment = Readonly<Record<string, string | undefined>>;

const companions: readonly Companion[] = [
  {
    name: 'identity provider',
    script: 'tests/identity-provider/main.ts',
    isWanted: ({ oidc }) => oidc === undefined,
    tell: (port) => ({ OIDC_ISSUER: `http://localhost:${port}`, OIDC_CLIENT_ID: 'atelier' }),
  },
  {
    name: 'NAV simulator',
    script: 'tests/nav-simulator/main.ts',
    isWanted: (_config, environment) => (environment['NAV_URL'] ?? '') === '',
    tell: (port) => ({
      NAV_URL: `http://localhost:${port}/api/v2.0`,
      NAV_COMPANY: SIMULATED_COMPANY,
      NAV_TOKEN_FILE: join(projectRoot, 'tests/nav-simulator/token.txt'),
    }),
  },
  {
    name: 'mail catcher',
    script: 'tests/mail-catcher/main.ts',
    isWanted: (_config, environment) =>
      ['MAIL_URL', 'MESSAGE_WEBHOOK_URL'].every((name) => (environment[name] ?? '') === ''),
    tell: (port, pages) => ({
      MAIL_URL: `smtp://127.0.0.1:${port}`,
      MAIL_CATCHER_URL: `http://localhost:${pages}`,
      // Phones beside the mailboxes: texts are caught there too, and customers write from there.
      MESSAGE_WEBHOOK_URL: `http://localhost:${pages}/texts`,
      MESSAGE_WEBHOOK_SECRET_FILE: join(projectRoot, 'tests/mail-catcher/secret.txt'),
    }),
  },
];

export interface DemoCompanions {
  readonly definitions: readonly ServiceDefinition[];
  /** For the services, beside their own environment. */
  readonly env: Readonly<Record<string, string>>;
}

/** The servers a demo brings along, each on a free port of this machine; none outside the demo. */
export async function demoCompanions(config: Config, environment: Environment): Promise<DemoCompanions> {
  const wanted = config.demo ? companions.filter(({ isWanted }) => isWanted(config, environment)) : [];
  const placed = await Promise.all(
    wanted.map(async (companion) => ({
      companion,
      port: await freePort(),
      pages: await freePort(),
    })),
  );
  const definitions = placed.map(({ companion: { name, script }, port, pages }) => ({
    name,
    script,
    isForOthers: isForBackups,
    env: { PORT: String(port), PAGES_PORT: String(pages), PUBLIC_URL: config.publicUrl },
  }));
  const told = placed.map(({ companion, port, pages }) => companion.tell(port, pages));
  return { definitions, env: Object.assign({}, ...told) };
}
