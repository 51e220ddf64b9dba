import { differing, proxyGaps, unknownSettings } from './common-gaps.ts';
import { at, broken, list, record } from './fields.ts';

const IMAGE = /^atelier(-backups)?(:|$)/;
const BACKUPS = 'backups';

/** What the services of docker-compose.yml lack, and what a break into one of them would open. */
export function composeGaps(parsed: unknown, known: ReadonlySet<string>): string[] {
  const services = Object.entries(record(at(parsed, 'services')));
  const own = services.filter(([, service]) => IMAGE.test(String(at(service, 'image'))));
  const named = new Set(services.map(([name]) => name));
  const without = (field: string, list_: typeof services): string[] =>
    list_
      .filter(([, service]) => at(service, field) === undefined)
      .map(([name]) => `${name} has no ${field}`);
  const lasting = services.filter(([name]) => !['migrate', 'restore', 'proxy'].includes(name));
  return [
    ...own.flatMap(([name, service]) =>
      unknownSettings(Object.keys(record(at(service, 'environment'))), known, name),
    ),
    ...differing(own.map(([, service]) => at(service, 'image'))),
    ...services.flatMap(([name, service]) =>
      Object.keys(record(at(service, 'depends_on')))
        .filter((other) => !named.has(other))
        .map((other) => `${name} depends on ${other}, which is not there`),
    ),
    // Workers and backups listen on nothing that could be asked.
    ...without(
      'healthcheck',
      lasting.filter(([name]) => !name.startsWith('worker') && name !== BACKUPS),
    ),
    ...without(
      'stop_grace_period',
      lasting.filter(([name]) => name !== 'redis'),
    ),
    ...(own.filter(([, service]) =>
      list(at(service, 'command')).some((word) => String(word).includes('services/console/src/migrate.ts')),
    ).length === 1
      ? []
      : ['must have one service that migrates']),
    ...own.flatMap(([name, service]) => vaultGaps(name, record(at(service, 'environment')))),
    ...serverGaps(record(at(parsed, 'services'))),
    ...standbyGaps(record(at(parsed, 'services'))),
    ...services.flatMap(([name, service]) => hardeningGaps(name, service)),
    ...services
      .filter(([name]) => name.startsWith('api'))
      .flatMap(([name, service]) => apiGaps(name, service)),
    ...(list(at(parsed, 'services', 'redis', 'command')).includes('--requirepass')
      ? []
      : ['redis has no password']),
  ];
}

/** What a break into one container may not do to the others and to the machine. */
function hardeningGaps(name: string, service: unknown): string[] {
  return broken(name, [
    [at(service, 'read_only') === true, 'writes to its own image'],
    [list(at(service, 'cap_drop')).includes('ALL'), 'keeps capabilities'],
    [list(at(service, 'security_opt')).includes('no-new-privileges:true'), 'may gain privileges'],
    [at(service, 'mem_limit') !== undefined, 'has no limit of memory'],
  ]);
}

/** The API sees the master key, never the folder with the key that signs the log; and one proxy, not a network. */
function apiGaps(name: string, service: unknown): string[] {
  const mounts = list(at(service, 'volumes')).map(String);
  return [
    ...(mounts.some((mount) => mount.startsWith('data:'))
      ? [`${name} can read the key that signs the log`]
      : []),
    ...proxyGaps(at(service, 'environment', 'TRUST_PROXY')),
  ];
}

/** One server for all, not the database's own; the service that reads the database whole must not bring an old vault back. */
function vaultGaps(name: string, { KEY_VAULT_URL: url }: Record<string, unknown>): string[] {
  return broken(name, [
    [String(url).endsWith('@vault:5432/vault'), 'does not use the key vault in its server'],
    [name !== BACKUPS || String(url).startsWith('postgres://vault_reader:'), 'may write the key vault'],
  ]);
}

/** Nothing copies the vault's server, and it is on a separate volume. */
function serverGaps(services: Record<string, unknown>): string[] {
  const isUsed = (volume: unknown): boolean =>
    Object.values(services).filter((service) => list(at(service, 'volumes')).includes(volume)).length > 1;
  const volumes = list(at(services, 'vault', 'volumes'));
  return broken('vault', [
    [list(at(services, 'vault', 'command')).includes('max_wal_senders=0'), 'can be copied by a standby'],
    [!volumes.some(isUsed), 'shares its volume'],
  ]);
}

/** What takes the primary's place has everything that was acknowledged. */
function standbyGaps(services: Record<string, unknown>): string[] {
  const isWaitedFor = (name: string): boolean => at(services, name, 'environment', 'SYNCHRONOUS') === 1;
  return [
    ...broken('standby', [[isWaitedFor('standby'), 'is not waited for by commits']]),
    ...broken('replica', [[!isWaitedFor('replica'), 'is waited for by commits']]),
  ];
}
