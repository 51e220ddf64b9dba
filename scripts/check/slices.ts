/** Which folders of each package make up a slice; most bear its name. */
const folders: Readonly<Record<string, readonly string[]>> = {
  rma: ['rma', 'search', 'views', 'customer'],
  repair: ['repair', 'decisions', 'care'],
  shipping: ['shipping', 'receiving'],
  transfer: ['transfer'],
  custody: ['custody'],
  nav: ['nav'],
  clearing: ['clearing'],
  identity: ['identity', 'users'],
  workforce: ['workforce'],
  reference: ['reference', 'subreasons'],
  dashboard: ['dashboard'],
  audit: ['audit'],
  system: ['system', 'jobs', 'consistency', 'upkeep', 'docs'],
  documents: ['papers'],
  exports: ['exporting'],
  images: ['imaging'],
  live: ['live'],
};

const sliceOfFolder: ReadonlyMap<string, string> = new Map(
  Object.entries(folders).flatMap(([slice, names]) => names.map((name) => [name, slice])),
);

/** What belongs to no slice: every slice of the package may use it. */
const shared: Readonly<Record<string, readonly string[]>> = {
  'packages/domain/src/': ['contract', 'crossing'],
  'packages/event-store/src/': [
    'append',
    'chain',
    'horizon',
    'keys',
    'partitions',
    'projections',
    'read',
    'registry',
    'testing',
  ],
  'packages/store/src/': ['blobs', 'commands', 'event-fixtures', 'projections', 'read-models'],
  'services/api/src/': ['journeys', 'plugins'],
  'services/workers/src/': ['jobs'],
  'web/src/features/': ['piece'],
  'web/src/': ['app', 'components', 'features', 'lib', 'locales', 'theme'],
};

const roots = Object.keys(shared);

/** Where a file lies: in a slice, in what its package shares, or in a folder that nobody has named. */
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
  const slice =
    root === 'packages/event-store/src/' || root === 'web/src/' ? undefined : sliceOfFolder.get(folder);
  return slice === undefined ? { kind: 'unknown', folder: root + folder } : { kind: 'slice', slice };
}
