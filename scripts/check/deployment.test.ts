import { describe, expect, test } from 'vitest';
import { findDeploymentGaps } from './deployment.ts';
import { readSources } from './sources.ts';

const sources = readSources();
const COMPOSE = 'docker-compose.yml';
const KUBERNETES = 'deploy/kubernetes/atelier.yaml';

/** What is found once a text in one of the examples is another. */
function foundWith(path: string, from: string | RegExp, to: string): string[] {
  const changed = sources.map((file) =>
    file.path === path ? { path, text: file.text.replace(from, to) } : file,
  );
  expect(changed.find((file) => file.path === path)?.text).not.toBe(
    sources.find((file) => file.path === path)?.text,
  );
  return findDeploymentGaps(changed).map(({ message }) => message);
}

test('the examples hold what they promise', () => {
  expect(sources.map(({ path }) => path)).toEqual(expect.arrayContaining([COMPOSE, KUBERNETES]));
  expect(findDeploymentGaps(sources)).toEqual([]);
});

describe('in docker-compose.yml', () => {
  test.each([
    ['DRAIN_MS: 4000', 'DRAIN_FOR: 4000', /api-1 sets DRAIN_FOR, which no service reads/],
    [
      '    build: .\n    image: atelier\n    # The API gets',
      '    build: .\n    image: atelier:old\n    # The API gets',
      /different images of Atelier: atelier:old, atelier|atelier, atelier:old/,
    ],
    [
      '    redis:\n      condition',
      '    valkey:\n      condition',
      /api-1 depends on valkey, which is not there/,
    ],
    [/ {2}healthcheck:\n {4}test:\n/, '  healthcheck_off:\n    test:\n', /api-1 has no healthcheck/],
    ['stop_grace_period: 30s', 'stop_soon: 30s', /worker-1 has no stop_grace_period/],
    ['node scripts/migrate.ts --demo', 'node scripts/start.ts', /must have one service that migrates/],
    ['  read_only: true', '  read_only: false', /api-1 writes to its own image/],
    ['  cap_drop: [ALL]', '  cap_drop: []', /worker-1 keeps capabilities/],
    ["security_opt: ['no-new-privileges:true']", 'security_opt: []', /postgres may gain privileges/],
    ['    mem_limit: 512m\n', '', /redis has no limit of memory/],
    ['master-key:/master-key:ro', 'data:/data:ro', /api-1 can read the key that signs the log/],
    ['TRUST_PROXY: 172.30.84.10', 'TRUST_PROXY: 172.30.84.0/24', /TRUST_PROXY names a network/],
    ["'--requirepass'", "'--protected-mode'", /redis has no password/],
    ['vault:/vault:ro', 'vault:/vault', /backups must read the vault only/],
    ['BACKUP_TARGET:', 'BACKUP_PLACE:', /backups sets BACKUP_PLACE, which no service reads/],
    ['image: atelier-backups', 'image: atelier-backups:old', /different images/],
    ['services:\n', 'services: [\n', /./],
  ])('%s', (from, to, message) => {
    expect(foundWith(COMPOSE, from, to).join('\n')).toMatch(message);
  });
});

describe('in the Kubernetes example', () => {
  test.each([
    ['HOST: 0.0.0.0', 'HOSTS: 0.0.0.0', /the ConfigMap sets HOSTS, which no service reads/],
    ['image: atelier:0.1.0', 'image: atelier:0.0.9', /different images/],
    ['replicas: 2', 'replicas: 1', /atelier-api runs once/],
    ['maxUnavailable: 0', 'maxUnavailable: 1', /atelier-api ends old nodes before new ones serve/],
    [
      'terminationGracePeriodSeconds: 45',
      'terminationGracePeriodSeconds: 5',
      /is killed before it has drained/,
    ],
    ['livenessProbe', 'livelyProbe', /atelier-api has no livenessProbe on \/api\/health\/live/],
    ['/api/health/live', '/api/health/ready', /atelier-api has no livenessProbe on \/api\/health\/live/],
    ["DRAIN_MS: '8000'", "DRAIN_MS: '400'", /ends before its readiness probe notices/],
    [/kind: PodDisruptionBudget[\s\S]*?---/, 'kind: None\n---', /atelier-api has no PodDisruptionBudget/],
    ['selector: { app: atelier-api }', 'selector: { app: atelier }', /a Service selects/],
    ['kind: Job', 'kind: CronJob', /must have one Job/],
    ['kind: StatefulSet', 'kind: DaemonSet', /must have one StatefulSet/],
    ['replicas: 1', 'replicas: 2', /atelier-backups runs more than once/],
    [
      '{ name: vault, mountPath: /vault, readOnly: true }',
      '{ name: vault, mountPath: /vault }',
      /atelier-backups may write the vault/,
    ],
    ['runAsNonRoot: true', 'runAsNonRoot: false', /atelier-migrate may run as root/],
    ['requests: { cpu: 250m, memory: 256Mi }, ', '', /asks for no resources/],
    [
      'readOnlyRootFilesystem: true',
      'readOnlyRootFilesystem: false',
      /atelier-migrate writes to its own image/,
    ],
    [
      'allowPrivilegeEscalation: false',
      'allowPrivilegeEscalation: true',
      /atelier-migrate may gain privileges/,
    ],
    ['capabilities: { drop: [ALL] }', 'capabilities: { drop: [] }', /atelier-migrate keeps capabilities/],
    ['type: RuntimeDefault', 'type: Unconfined', /atelier-migrate runs without a seccomp profile/],
    [", limits: { cpu: '2', memory: 2Gi }", '', /atelier-migrate has no limit of memory/],
    [
      'items: [{ key: master.key, path: master.key }]',
      'optional: false',
      /atelier-api can read the key that signs the log/,
    ],
    ['TRUST_PROXY: 10.20.0.11,10.20.0.12', 'TRUST_PROXY: 10.0.0.0/8', /TRUST_PROXY names a network/],
    [
      'values: [atelier-worker, atelier-backups, atelier-migrate]',
      'values: [atelier-worker]',
      /atelier-backups has no NetworkPolicy/,
    ],
  ])('%s', (from, to, message) => {
    expect(foundWith(KUBERNETES, from, to).join('\n')).toMatch(message);
  });
});
