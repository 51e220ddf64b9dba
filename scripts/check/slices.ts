/** The slices: a folder of each package bears the name of the slice it belongs to. */
const slices: ReadonlySet<string> = new Set([
  'deposit',
  'repair-list',
  'repair-detail',
  'repair',
  'shipping',
  'transfer',
  'custody',
  'nav',
  'messages',
  'customer-site',
  'clearing',
  'reminders',
  'identity',
  'workforce',
  'reference',
  'dashboard',
  'insight',
  'promise',
  'audit',
  'privacy',
  'system',
  'documents',
  'exports',
  'images',
  'live',
  'webhooks',
]);

/** What belongs to no slice: every slice of the package may use it. */
const shared: Readonly<Record<string, readonly string[]>> = {
  'packages/contracts/src/': ['contract', 'locales'],
  'packages/domain/src/': ['contract', 'event-fields', 'processes', 'shared'],
  'packages/host/src/': ['postgres'],
  'packages/postgres/src/': ['connection'],
  'packages/transparency-log/src/': ['archive', 'chain', 'proof'],
  'packages/event-store/src/': [
    'append',
    'archive',
    'horizon',
    'import',
    'partitions',
    'projections',
    'read',
    'registry',
    'testing',
  ],
  'packages/application/src/': [
    'blobs',
    'commands',
    'event-fixtures',
    'platform',
    'projections',
    'read-models',
    'shared',
  ],
  'services/api/src/': ['http', 'journeys', 'openapi', 'shared', 'testing'],
  'services/workers/src/': ['jobs'],
  'web/src/features/': [],
  'web/src/': ['app', 'features', 'lib', 'live', 'shared'],
};

const roots = Object.keys(shared);

/** Where a file lies: in a slice, in what its package shares, or in an unknown folder. */
export type Place =
  | { readonly kind: 'slice'; readonly slice: string }
  | { readonly kind: 'shared' }
  | { readonly kind: 'unknown'; readonly folder: string };

export function placeOf(path: string): Place {
  const root = roots.find((it) => path.startsWith(it));
  const [folder, ...rest] = root === undefined ? [] : path.slice(root.length).split('/');
  // A file beside the folders belongs to the package as a whole.
  if (root === undefined || folder === undefined || rest.length === 0) return { kind: 'shared' };
  if (shared[root]?.includes(folder) === true) return { kind: 'shared' };
  const hasSlices = root !== 'packages/event-store/src/' && root !== 'web/src/';
  return hasSlices && slices.has(folder)
    ? { kind: 'slice', slice: folder }
    : { kind: 'unknown', folder: root + folder };
}
