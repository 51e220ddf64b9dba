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
      '    image: atelier\n    # The API gets',
      '    image: atelier:old\n    # The API gets',
      /different images of Atelier: atelier:old, atelier|atelier, atelier:old/,
    ],
    [
      '    redis:\n      condition',
      '    valkey:\n      condition',
      /api-1 depends on valkey, which is not there/,
    ],
    [/ {2}healthcheck:\n {4}test:\n/, '  healthcheck_off:\n    test:\n', /api-1 has no healthcheck/],
    ['stop_grace_period: 30s', 'stop_soon: 30s', /worker-1 has no stop_grace_period/],
    [
      'node services/console/src/migrate.ts --demo',
      'node scripts/start.ts',
      /must have one service that migrates/,
    ],
    ['  read_only: true', '  read_only: false', /api-1 writes to its own image/],
    ['  cap_drop: [ALL]', '  cap_drop: []', /worker-1 keeps capabilities/],
    ["security_opt: ['no-new-privileges:true']", 'security_opt: []', /postgres may gain privileges/],
    ['    mem_limit: 512m\n', '', /redis has no limit of memory/],
    ['master-key:/keys:ro', 'data:/keys:ro', /api-1 can read the key that signs the log/],
    ['TRUST_PROXY: 172.30.84.10', 'TRUST_PROXY: 172.30.84.0/24', /TRUST_PROXY names a network/],
    ["'--requirepass'", "'--protected-mode'", /redis has no password/],
    ['postgres://vault_reader:', 'postgres://atelier_vault:', /backups may write the key vault/],
    ['@vault:5432/vault', '@postgres:5432/vault', /api-1 does not use the key vault in its server/],
    ['      SYNCHRONOUS: 1\n', '', /standby is not waited for by commits/],
    [
      'STANDBY_NAME: replica\n',
      'STANDBY_NAME: replica\n      SYNCHRONOUS: 1\n',
      /replica is waited for by commits/,
    ],
    ['max_wal_senders=0', 'max_wal_senders=4', /vault can be copied by a standby/],
    ['vault-postgres:/var/lib/postgresql', 'postgres:/var/lib/postgresql', /vault shares its volume/],
    ['BACKUP_TARGET:', 'BACKUP_PLACE:', /backups sets BACKUP_PLACE, which no service reads/],
    ['image: atelier-backups', 'image: atelier-backups:old', /different images/],
    ['services:\n', 'services: [\n', /./],
    ['backup-work:/data', 'backup-work:/work', /backups mounts \/work, which the image does not make/],
    ['backup-work:/data', 'backup-work:/backups', /backups names \/data in DATA_DIR, on none of its volumes/],
    ['- worker-1:/data', '- worker-1:/data:ro', /worker-1 cannot write \/data, which DATA_DIR names/],
    ['- worker-2:/data', '- worker-1:/data', /worker-1 and worker-2 share the volume worker-1/],
    ['- data:/keys:ro', '- data:/keys', /worker-1 may change the key \/keys\/master\.key/],
    ['KEY_FILE: /keys/log.key', 'KEY_FILE: /etc/log.key', /names \/etc\/log\.key in LOG_KEY_FILE, on none/],
    ['- vault:/vault\n', '- vault:/vault:ro\n', /migrate cannot write \/vault\/key-vault\.json/],
    [
      '/master-key/master.key',
      '/elsewhere/master.key',
      /migrate names \/elsewhere\/master\.key in its command/,
    ],
    ['tmpfs: [/tmp]', 'tmpfs: [/run]', /api-1 has no \/tmp to write to/],
    ['image: atelier\n', 'image: atelier\n  user: root\n', /api-1 runs as another user/],
    ['DEMO: ${DEMO:-0}', 'DEMO: ${DEMO:-1}', /api-1 loads the demo unasked/],
    ['localhost:${PORT:-3000}', 'localhost:3000', /api-1 names another port than the published one/],
    [
      '{PUBLISH_ON:-127.0.0.1}',
      '{PUBLISH_ON:-0.0.0.0}',
      /proxy publishes 0\.0\.0\.0:4000:80 to other machines/,
    ],
    [/\$\{VAULT_PASSWORD:\?[^}]*\}/, '${VAULT_PASSWORD:-easy}', /starts without VAULT_PASSWORD/],
    [/\$\{REDIS_PASSWORD:\?[^}]*\}/, '${REDIS_PASSWORD:-easy}', /starts without REDIS_PASSWORD/],
    ['postgres:18.6', 'postgres:18', /standby runs postgres:18, a tag that moves/],
    ['${REDIS_IMAGE:-redis:8.10.1-alpine}', 'redis:8.10.1-alpine', /redis's image cannot be pinned/],
    ['NODE_IMAGE:-node:24.19.0', 'NODE_IMAGE:-node:24.18.0', /api-1 is built on another image/],
  ])('%s', (from, to, message) => {
    expect(foundWith(COMPOSE, from, to).join('\n')).toMatch(message);
  });
});

describe('in the Dockerfile', () => {
  test.each([
    [' /vault /backups', ' /vault', /backups mounts \/backups, which the image does not make/],
    ['-o 1000 -g 1000', '-o 0 -g 0', /worker-1 mounts \/keys, which the image does not give to its user/],
    ['-m 700', '-m 500', /worker-1 mounts \/keys, which the image does not give to its user/],
    ['USER 1000:1000', 'USER node', /names no ordinary user by number/],
    ['USER 1000:1000', 'VOLUME /data\nUSER 1000:1000', /declares \/data as volumes/],
    [
      'node:24.19.0-bookworm-slim',
      'node:24-bookworm-slim',
      /is based on node:24-bookworm-slim, a tag that moves/,
    ],
    [
      'npm ci --include=dev',
      'npm install --include=dev',
      /may install other packages than the lock file has/,
    ],
    [/COPY packages\/client.*\n/, '', /does not copy packages\/client\/package\.json/],
  ])('%s', (from, to, message) => {
    expect(foundWith('Dockerfile', from, to).join('\n')).toMatch(message);
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
    [
      /kind: StatefulSet(?=\nmetadata:\n {2}name: atelier-backups)/,
      'kind: None',
      /must have one StatefulSet/,
    ],
    [/kind: StatefulSet(?=\nmetadata:\n {2}name: atelier-backups)/, 'kind: Deployment', /is no StatefulSet/],
    ['replicas: 1', 'replicas: 2', /atelier-backups runs more than once/],
    [
      'accessModes: [ReadWriteOnce]',
      'accessModes: [ReadWriteMany]',
      /the claim data is shared over a network/,
    ],
    ['runAsNonRoot: true', 'runAsNonRoot: false', /atelier-migrate may run as root/],
    ['requests: { cpu: 250m, memory: 256Mi }, ', '', /atelier-migrate has no requests of memory/],
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
    [", limits: { cpu: '2', memory: 2Gi }", '', /atelier-migrate has no limits of cpu/],
    ["limits: { cpu: '2', memory: 1Gi }", "limits: { cpu: '2' }", /atelier-api has no limits of memory/],
    ['runAsUser: 1000', 'runAsUser: 1001', /atelier-migrate runs as another user than the image's/],
    [' fsGroup: 1000,', '', /atelier-migrate cannot write its volumes: fsGroup/],
    [
      '{ name: data, mountPath: /data }',
      '{ name: data, mountPath: /d }',
      /names \/data in DATA_DIR, on none/,
    ],
    ['{ name: tmp, mountPath: /tmp }', '{ name: tmp, mountPath: /t }', /atelier-migrate has no \/tmp/],
    [
      '{ name: key, mountPath: /keys, readOnly: true }',
      '{ name: key, mountPath: /keys }',
      /atelier-migrate may change the key \/keys\/log\.key/,
    ],
    [
      'volumeClaimTemplates:\n    - metadata: { name: data }',
      'volumeClaimTemplates:\n    - metadata: { name: other }',
      /atelier-worker loses its own files with its pod/,
    ],
    ['kind: Ingress\nmetadata', 'kind: None\nmetadata', /must have one Ingress/],
    ['service: { name: atelier,', 'service: { name: other,', /leads to a Service that is not there/],
    ['hosts: [atelier.example]', 'hosts: [other.example]', /serves a host without TLS/],
    ['websocket-services: atelier', 'websocket-services: other', /passes no WebSockets on/],
    ['proxy-read-timeout: 3600s', 'proxy-read-timeout: 30s', /cuts connections that are held open/],
    ['client-max-body-size: 21m', 'client-max-body-size: 4m', /refuses files that the API takes/],
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
