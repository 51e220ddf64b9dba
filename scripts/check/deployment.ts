import { parseAllDocuments } from 'yaml';
import type { Finding, SourceFile } from './sources.ts';

const COMPOSE = 'docker-compose.yml';
const KUBERNETES = /^deploy\/kubernetes\/.*\.yaml$/;
/** Where the services say which settings there are. */
const CONFIGS = ['services/api/src/config.ts', 'services/workers/src/config.ts'];
/** Read by the migration alone (scripts/migrate.ts). */
const OF_MIGRATION = ['SERVICE_PASSWORD'];
/** Where the process that makes backups reads its own. */
const OF_BACKUPS = 'scripts/lib/backup/backup-settings.ts';
/** Read by the library that reaches the bucket. */
const OF_BUCKETS = ['AWS_ENDPOINT_URL_S3', 'AWS_REGION', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'];
const IMAGE = /^atelier(-backups)?(:|$)/;
const BACKUPS = 'backups';
/** Their image takes over the data folder before it starts. */
const STANDBYS = ['standby', 'replica'];

/**
 * What the examples of a deployment promise and do not hold: an unknown setting, images that differ, a node without probes
 * or without somebody who keeps one of its kind running, a migration that would run twice, backups made twice or by who can write the key vault.
 */
export function findDeploymentGaps(files: readonly SourceFile[]): Finding[] {
  const known = settingsIn(files);
  return files
    .filter(({ path }) => path === COMPOSE || KUBERNETES.test(path))
    .flatMap(({ path, text }) => {
      const documents = parseAllDocuments(text, { merge: true });
      const errors = documents.flatMap((document) => document.errors.map(({ message }) => message));
      const parsed: readonly unknown[] =
        errors.length > 0 ? [] : documents.map((document) => document.toJS());
      const gaps = path === COMPOSE ? composeGaps(parsed[0], known) : kubernetesGaps(parsed, known);
      return (errors.length > 0 ? errors : gaps).map((message) => ({ path, message }));
    });
}

/** Names of all settings, and their `_FILE` forms, as the services' schemas have them. */
function settingsIn(files: readonly SourceFile[]): ReadonlySet<string> {
  const texts = files.filter(({ path }) => CONFIGS.includes(path)).map(({ text }) => text);
  const names = texts.flatMap((text) =>
    [...text.matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm)].map(([, name = '']) => name),
  );
  const ofBackups =
    files.find(({ path }) => path === OF_BACKUPS)?.text.match(/(?<=')BACKUP_[A-Z_]+(?=')/g) ?? [];
  const inFiles = texts.flatMap((text) => /IN_FILES = \[([^\]]*)\]/.exec(text)?.[1]?.match(/[A-Z_]+/g) ?? []);
  return new Set([
    ...names,
    ...inFiles.map((name) => `${name}_FILE`),
    ...OF_MIGRATION,
    ...ofBackups,
    ...OF_BUCKETS,
  ]);
}

/** What lies at the end of a way of names; undefined where the way ends early. */
function at(value: unknown, ...way: readonly string[]): unknown {
  return way.reduce<unknown>((found, name) => (isRecord(found) ? found[name] : undefined), value);
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const record = (value: unknown): Readonly<Record<string, unknown>> => (isRecord(value) ? value : {});
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const number = (value: unknown, fallback: number): number => (typeof value === 'number' ? value : fallback);

function unknownSettings(names: readonly string[], known: ReadonlySet<string>, where: string): string[] {
  return names
    .filter((name) => !known.has(name))
    .map((name) => `${where} sets ${name}, which no service reads`);
}

function differing(images: readonly unknown[]): string[] {
  // The process that makes backups runs the same release in an image of its own.
  const names = [...new Set(images.map((image) => String(image).replace('-backups', '')))];
  return names.length > 1 ? [`runs different images of Atelier: ${names.join(', ')}`] : [];
}

function composeGaps(parsed: unknown, known: ReadonlySet<string>): string[] {
  const services = Object.entries(record(at(parsed, 'services')));
  const own = services.filter(([, service]) => IMAGE.test(String(at(service, 'image'))));
  const named = new Set(services.map(([name]) => name));
  const without = (field: string, list_: typeof services): string[] =>
    list_
      .filter(([, service]) => at(service, field) === undefined)
      .map(([name]) => `${name} has no ${field}`);
  const lasting = services.filter(([name]) => name !== 'migrate' && name !== 'proxy');
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
      list(at(service, 'command')).some((word) => String(word).includes('scripts/migrate.ts')),
    ).length === 1
      ? []
      : ['must have one service that migrates']),
    ...vaultGaps(list(at(parsed, 'services', BACKUPS, 'volumes')).map(String)),
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
  const gaps: readonly (readonly [boolean, string])[] = [
    [at(service, 'read_only') === true || STANDBYS.includes(name), 'writes to its own image'],
    [list(at(service, 'cap_drop')).includes('ALL'), 'keeps capabilities'],
    [list(at(service, 'security_opt')).includes('no-new-privileges:true'), 'may gain privileges'],
    [at(service, 'mem_limit') !== undefined, 'has no limit of memory'],
  ];
  return gaps.filter(([holds]) => !holds).map(([, gap]) => `${name} ${gap}`);
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

const proxyGaps = (proxies: unknown): string[] =>
  String(proxies).includes('/') ? ['TRUST_PROXY names a network: name each proxy'] : [];

/** Who reads the database whole must not be able to bring an old vault back beside it. */
function vaultGaps(volumes: readonly string[]): string[] {
  const vault = volumes.find((volume) => volume.startsWith('vault:'));
  return vault === 'vault:/vault:ro' && volumes.some((volume) => volume.startsWith('backups:'))
    ? []
    : ['backups must read the vault only, and have a volume of their own'];
}

interface Deployment {
  readonly name: string;
  readonly spec: unknown;
  readonly container: unknown;
  readonly labels: string;
}

function kubernetesGaps(documents: readonly unknown[], known: ReadonlySet<string>): string[] {
  const of = (kind: string): readonly unknown[] => documents.filter((each) => at(each, 'kind') === kind);
  const single = of('StatefulSet').map(deploymentOf);
  const workloads = [...[...of('Deployment'), ...of('Job')].map(deploymentOf), ...single];
  const lasting = of('Deployment').map(deploymentOf);
  const settings = of('ConfigMap').flatMap((each) => Object.keys(record(at(each, 'data'))));
  const drainMs = Number(
    of('ConfigMap')
      .map((each) => at(each, 'data', 'DRAIN_MS'))
      .find(Boolean) ?? 0,
  );
  const guarded = new Set(
    of('PodDisruptionBudget').map((each) => labelsOf(at(each, 'spec', 'selector', 'matchLabels'))),
  );
  const servers = lasting.filter(({ container }) => list(at(container, 'ports')).length > 0);
  return [
    ...unknownSettings(settings, known, 'the ConfigMap'),
    ...workloads.flatMap(({ name, container }) =>
      unknownSettings(
        list(at(container, 'env')).map((each) => String(at(each, 'name'))),
        known,
        name,
      ),
    ),
    ...differing(workloads.map(({ container }) => at(container, 'image'))),
    ...workloads.flatMap(workloadGaps),
    ...lasting.flatMap((each) => lastingGaps(each, guarded)),
    ...servers.flatMap((each) => probeGaps(each, drainMs)),
    ...(single.length === 1
      ? single.flatMap(backupGaps)
      : ['must have one StatefulSet, which makes backups']),
    ...of('Service')
      .map((each) => labelsOf(at(each, 'spec', 'selector')))
      .filter((selected) => !servers.some(({ labels }) => labels === selected))
      .map((selected) => `a Service selects ${selected}, which nothing that listens bears`),
    ...(of('Job').length === 1 ? [] : ['must have one Job, which migrates']),
    ...servers.flatMap(logKeyGaps),
    ...proxyGaps(
      of('ConfigMap')
        .map((each) => at(each, 'data', 'TRUST_PROXY'))
        .find(Boolean),
    ),
    ...workloads
      .filter((each) => !hasPolicy(of('NetworkPolicy'), each))
      .map(({ name }) => `${name} has no NetworkPolicy`),
  ];
}

/** What answers calls holds the master key alone. */
function logKeyGaps({ name, spec }: Deployment): string[] {
  const volumes = list(at(spec, 'template', 'spec', 'volumes'));
  const keys = volumes.find((volume) => at(volume, 'secret', 'secretName') === 'atelier-key');
  const items = list(at(keys, 'secret', 'items')).map((item) => at(item, 'key'));
  return items.length === 1 && items[0] === 'master.key'
    ? []
    : [`${name} can read the key that signs the log`];
}

/** Selected by name, or by a list of names, for calls that come in. */
function hasPolicy(policies: readonly unknown[], { spec }: Deployment): boolean {
  const app = at(spec, 'template', 'metadata', 'labels', 'app');
  return policies.some((policy) => {
    const selector = at(policy, 'spec', 'podSelector');
    const named = list(at(selector, 'matchExpressions')).flatMap((each) => list(at(each, 'values')));
    const isMeant = at(selector, 'matchLabels', 'app') === app || named.includes(app);
    return isMeant && list(at(policy, 'spec', 'policyTypes')).includes('Ingress');
  });
}

const labelsOf = (labels: unknown): string => JSON.stringify(record(labels));

function deploymentOf(document: unknown): Deployment {
  const spec = at(document, 'spec');
  const [container] = list(at(spec, 'template', 'spec', 'containers'));
  const labels = labelsOf(at(spec, 'template', 'metadata', 'labels'));
  return { name: String(at(document, 'metadata', 'name')), spec, container, labels };
}

function workloadGaps({ name, spec, container }: Deployment): string[] {
  const gaps: readonly (readonly [boolean, string])[] = [
    [at(container, 'resources', 'requests') !== undefined, 'asks for no resources'],
    [at(spec, 'template', 'spec', 'securityContext', 'runAsNonRoot') === true, 'may run as root'],
    [at(container, 'resources', 'limits', 'memory') !== undefined, 'has no limit of memory'],
    [at(container, 'securityContext', 'readOnlyRootFilesystem') === true, 'writes to its own image'],
    [at(container, 'securityContext', 'allowPrivilegeEscalation') === false, 'may gain privileges'],
    [list(at(container, 'securityContext', 'capabilities', 'drop')).includes('ALL'), 'keeps capabilities'],
    [
      at(spec, 'template', 'spec', 'securityContext', 'seccompProfile', 'type') === 'RuntimeDefault',
      'runs without a seccomp profile',
    ],
  ];
  return gaps.filter(([holds]) => !holds).map(([, gap]) => `${name} ${gap}`);
}

function lastingGaps({ name, spec, labels }: Deployment, guarded: ReadonlySet<string>): string[] {
  const pod = at(spec, 'template', 'spec');
  const gaps: readonly (readonly [boolean, string])[] = [
    [number(at(spec, 'replicas'), 1) >= 2, 'runs once: nobody serves while it restarts'],
    [at(spec, 'strategy', 'rollingUpdate', 'maxUnavailable') === 0, 'ends old nodes before new ones serve'],
    [labelsOf(at(spec, 'selector', 'matchLabels')) === labels, 'does not select its own labels'],
    [guarded.has(labels), 'has no PodDisruptionBudget'],
    [number(at(pod, 'terminationGracePeriodSeconds'), 30) >= 40, 'is killed before it has drained'],
  ];
  return gaps.filter(([holds]) => !holds).map(([, gap]) => `${name} ${gap}`);
}

function backupGaps({ name, spec, container }: Deployment): string[] {
  const mounts = list(at(container, 'volumeMounts'));
  const vault = mounts.find((mount) => at(mount, 'name') === 'vault');
  return [
    ...(number(at(spec, 'replicas'), 1) === 1 ? [] : [`${name} runs more than once`]),
    ...(at(vault, 'readOnly') === true ? [] : [`${name} may write the vault`]),
  ];
}

const PROBES = [
  ['startupProbe', '/api/health/ready'],
  ['readinessProbe', '/api/health/ready'],
  // A database that is away is no reason to kill a node.
  ['livenessProbe', '/api/health/live'],
] as const;

function probeGaps({ name, container }: Deployment, drainMs: number): string[] {
  const missing = PROBES.filter(([probe, path]) => at(container, probe, 'httpGet', 'path') !== path).map(
    ([probe, path]) => `${name} has no ${probe} on ${path}`,
  );
  const ready = at(container, 'readinessProbe');
  const noticedMs = number(at(ready, 'periodSeconds'), 10) * number(at(ready, 'failureThreshold'), 3) * 1000;
  return drainMs > noticedMs
    ? missing
    : [...missing, `${name} ends before its readiness probe notices: raise DRAIN_MS`];
}
