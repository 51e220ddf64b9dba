import type { Image } from './dockerfile.ts';
import { at, broken, list, number } from './fields.ts';
import { pathGaps, type Mount } from './written-paths.ts';

/** A Deployment, StatefulSet or Job of the Kubernetes example. */
export interface Workload {
  readonly kind: string;
  readonly name: string;
  readonly spec: unknown;
  readonly container: unknown;
  /** Of its pods, as text that can be compared. */
  readonly labels: string;
  readonly makesBackups: boolean;
}

/** Rights, resources, user and volumes of the pods. */
export function podGaps(
  workload: Workload,
  settings: Readonly<Record<string, unknown>>,
  image: Image,
): string[] {
  const { name, container } = workload;
  const own = list(at(container, 'env')).map((each) => [String(at(each, 'name')), String(at(each, 'value'))]);
  const environment = { ...image.environment, ...textsOf(settings), ...Object.fromEntries(own) };
  const mounts = list(at(container, 'volumeMounts')).map(mountOf);
  return [
    ...rightGaps(workload),
    ...resourceGaps(workload),
    ...userGaps(workload, image),
    ...pathGaps({ name, environment, mounts, makesKeys: false }),
    ...stateGaps(workload),
    ...broken(name, [[mounts.some(({ target }) => target === '/tmp'), 'has no /tmp to write to']]),
  ];
}

const textsOf = (settings: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, String(value)]));

const mountOf = (mount: unknown): Mount => ({
  source: String(at(mount, 'name')),
  target: String(at(mount, 'mountPath')),
  isReadOnly: at(mount, 'readOnly') === true,
});

const rightGaps = ({ name, spec, container }: Workload): string[] =>
  broken(name, [
    [at(spec, 'template', 'spec', 'securityContext', 'runAsNonRoot') === true, 'may run as root'],
    [at(container, 'securityContext', 'readOnlyRootFilesystem') === true, 'writes to its own image'],
    [at(container, 'securityContext', 'allowPrivilegeEscalation') === false, 'may gain privileges'],
    [list(at(container, 'securityContext', 'capabilities', 'drop')).includes('ALL'), 'keeps capabilities'],
    [
      at(spec, 'template', 'spec', 'securityContext', 'seccompProfile', 'type') === 'RuntimeDefault',
      'runs without a seccomp profile',
    ],
  ]);

const resourceGaps = ({ name, container }: Workload): string[] =>
  ['requests', 'limits'].flatMap((kind) =>
    ['cpu', 'memory']
      .filter((resource) => at(container, 'resources', kind, resource) === undefined)
      .map((resource) => `${name} has no ${kind} of ${resource}`),
  );

/** The group owns the volumes: without it they are root's. */
function userGaps({ name, spec }: Workload, { user }: Image): string[] {
  const context = at(spec, 'template', 'spec', 'securityContext');
  return broken(name, [
    [number(at(context, 'runAsUser'), -1) === user?.uid, "runs as another user than the image's"],
    [number(at(context, 'fsGroup'), -1) === user?.gid, 'cannot write its volumes: fsGroup'],
  ]);
}

/** A StatefulSet is one because its processes keep files: on a volume that outlives the pod. */
function stateGaps({ kind, name, spec }: Workload): string[] {
  const claims = list(at(spec, 'volumeClaimTemplates')).map((claim) => at(claim, 'metadata', 'name'));
  return kind !== 'StatefulSet' || claims.includes('data')
    ? []
    : [`${name} loses its own files with its pod`];
}
