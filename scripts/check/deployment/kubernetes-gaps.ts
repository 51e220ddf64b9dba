import { differing, proxyGaps, unknownSettings } from './common-gaps.ts';
import type { Image } from './dockerfile.ts';
import { at, broken, list, number, record } from './fields.ts';
import { ingressGaps } from './ingress-gaps.ts';
import { podGaps, type Workload } from './pod-gaps.ts';

/** What the Kubernetes example promises and does not hold. */
export function kubernetesGaps(
  documents: readonly unknown[],
  known: ReadonlySet<string>,
  image: Image,
): string[] {
  const of = (kind: string): readonly unknown[] => documents.filter((each) => at(each, 'kind') === kind);
  const settings = record(at(of('ConfigMap')[0], 'data'));
  const workloads = ['Deployment', 'Job', 'StatefulSet'].flatMap(of).map(workloadOf);
  const lasting = workloads.filter(({ kind, makesBackups }) => kind !== 'Job' && !makesBackups);
  const backups = workloads.filter(({ makesBackups }) => makesBackups);
  const servers = lasting.filter(({ container }) => list(at(container, 'ports')).length > 0);
  const guarded = new Set(
    of('PodDisruptionBudget').map((each) => labelsOf(at(each, 'spec', 'selector', 'matchLabels'))),
  );
  return [
    ...unknownSettings(Object.keys(settings), known, 'the ConfigMap'),
    ...workloads.flatMap(({ name, container }) => unknownSettings(namesIn(container), known, name)),
    ...differing(workloads.map(({ container }) => at(container, 'image'))),
    ...workloads.flatMap((each) => podGaps(each, settings, image)),
    ...lasting.flatMap((each) => lastingGaps(each, guarded)),
    ...servers.flatMap((each) => [
      ...probeGaps(each, Number(settings['DRAIN_MS'] ?? 0)),
      ...replacedGaps(each),
      ...logKeyGaps(each),
    ]),
    ...(backups.length === 1
      ? backups.flatMap(backupGaps)
      : ['must have one StatefulSet, which makes backups']),
    ...claimsIn(documents).flatMap(sharedGaps),
    ...unknownServers(of('Service'), servers),
    ...(of('Job').length === 1 ? [] : ['must have one Job, which migrates']),
    ...proxyGaps(settings['TRUST_PROXY']),
    ...ingressGaps(of('Ingress'), of('Service')),
    ...workloads
      .filter((each) => !hasPolicy(of('NetworkPolicy'), each))
      .map(({ name }) => `${name} has no NetworkPolicy`),
  ];
}

/** Claims, and the templates of such. */
const claimsIn = (documents: readonly unknown[]): readonly unknown[] =>
  documents.flatMap((each) =>
    at(each, 'kind') === 'PersistentVolumeClaim' ? [each] : list(at(each, 'spec', 'volumeClaimTemplates')),
  );

/** A vault in a file that is shared over a network would lose what two nodes write. */
const sharedGaps = (claim: unknown): string[] =>
  broken(`the claim ${String(at(claim, 'metadata', 'name'))}`, [
    [!list(at(claim, 'spec', 'accessModes')).includes('ReadWriteMany'), 'is shared over a network'],
  ]);

const namesIn = (container: unknown): readonly string[] =>
  list(at(container, 'env')).map((each) => String(at(each, 'name')));

const unknownServers = (services: readonly unknown[], servers: readonly Workload[]): string[] =>
  services
    .map((each) => labelsOf(at(each, 'spec', 'selector')))
    .filter((selected) => !servers.some(({ labels }) => labels === selected))
    .map((selected) => `a Service selects ${selected}, which nothing that listens bears`);

/** What answers calls holds the master key alone. */
function logKeyGaps({ name, spec }: Workload): string[] {
  const volumes = list(at(spec, 'template', 'spec', 'volumes'));
  const keys = volumes.find((volume) => at(volume, 'secret', 'secretName') === 'atelier-key');
  const items = list(at(keys, 'secret', 'items')).map((item) => at(item, 'key'));
  return items.length === 1 && items[0] === 'master.key'
    ? []
    : [`${name} can read the key that signs the log`];
}

/** Selected by name, or by a list of names, for calls that come in. */
function hasPolicy(policies: readonly unknown[], { spec }: Workload): boolean {
  const app = at(spec, 'template', 'metadata', 'labels', 'app');
  return policies.some((policy) => {
    const selector = at(policy, 'spec', 'podSelector');
    const named = list(at(selector, 'matchExpressions')).flatMap((each) => list(at(each, 'values')));
    const isMeant = at(selector, 'matchLabels', 'app') === app || named.includes(app);
    return isMeant && list(at(policy, 'spec', 'policyTypes')).includes('Ingress');
  });
}

const labelsOf = (labels: unknown): string => JSON.stringify(record(labels));

function workloadOf(document: unknown): Workload {
  const spec = at(document, 'spec');
  const [container] = list(at(spec, 'template', 'spec', 'containers'));
  return {
    kind: String(at(document, 'kind')),
    name: String(at(document, 'metadata', 'name')),
    spec,
    container,
    labels: labelsOf(at(spec, 'template', 'metadata', 'labels')),
    makesBackups: list(at(container, 'command')).includes('services/backup/src/main.ts'),
  };
}

const lastingGaps = ({ name, spec, labels }: Workload, guarded: ReadonlySet<string>): string[] =>
  broken(name, [
    [number(at(spec, 'replicas'), 1) >= 2, 'runs once: nothing serves while it restarts'],
    [labelsOf(at(spec, 'selector', 'matchLabels')) === labels, 'does not select its own labels'],
    [guarded.has(labels), 'has no PodDisruptionBudget'],
    [
      number(at(spec, 'template', 'spec', 'terminationGracePeriodSeconds'), 30) >= 40,
      'is killed before it has drained',
    ],
  ]);

const replacedGaps = ({ name, spec }: Workload): string[] =>
  broken(name, [
    [at(spec, 'strategy', 'rollingUpdate', 'maxUnavailable') === 0, 'ends old nodes before new ones serve'],
  ]);

function backupGaps({ name, kind, spec }: Workload): string[] {
  return broken(name, [
    [kind === 'StatefulSet', 'is no StatefulSet'],
    [number(at(spec, 'replicas'), 1) === 1, 'runs more than once'],
  ]);
}

const PROBES = [
  ['startupProbe', '/api/health/ready'],
  ['readinessProbe', '/api/health/ready'],
  // A database that is away is no reason to kill a node.
  ['livenessProbe', '/api/health/live'],
] as const;

function probeGaps({ name, container }: Workload, drainMs: number): string[] {
  const missing = PROBES.filter(([probe, path]) => at(container, probe, 'httpGet', 'path') !== path).map(
    ([probe, path]) => `${name} has no ${probe} on ${path}`,
  );
  const ready = at(container, 'readinessProbe');
  const noticedMs = number(at(ready, 'periodSeconds'), 10) * number(at(ready, 'failureThreshold'), 3) * 1000;
  return drainMs > noticedMs
    ? missing
    : [...missing, `${name} ends before its readiness probe notices: raise DRAIN_MS`];
}
