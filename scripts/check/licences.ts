import type { Finding } from './sources.ts';

/** Licences under which this product may be shipped with the packages. */
const allowed = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'OFL-1.1',
  'PostgreSQL',
  'Python-2.0',
  'Unlicense',
  'Zlib',
]);

/** Packages under another licence that are fine the way we use them. */
const accepted: readonly { readonly name: RegExp; readonly licence: RegExp; readonly reason: string }[] = [
  {
    name: /^@img\/sharp-(libvips-)?/,
    licence: /LGPL-3\.0-or-later/,
    reason: 'libvips is linked dynamically and can be replaced by whoever runs the product',
  },
  {
    name: /^libheif-js$/,
    licence: /LGPL-3\.0/,
    reason: 'loaded only to open HEIC photographs, as a file of its own that can be replaced',
  },
];

interface LockEntry {
  readonly version?: string;
  readonly license?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

/** A package-lock.json, as far as these checks read it. */
export interface Lockfile {
  readonly packages: Readonly<Record<string, LockEntry>>;
}

/** The workspaces that are shipped; what only tests use is not. */
const shipped = [
  '',
  'packages/contracts',
  'packages/domain',
  'packages/event-store',
  'packages/host',
  'packages/key-vault',
  'packages/postgres',
  'packages/transparency-log',
  'packages/application',
  'packages/client',
  'services/api',
  'services/backup',
  'services/console',
  'services/witness',
  'services/workers',
  'web',
];

/** The packages that the product is shipped with whose licence is not allowed. */
export function findForbiddenLicences(lock: Lockfile): Finding[] {
  return [...shippedPackages(lock)]
    .map((path) => ({ name: nameIn(path), licence: lock.packages[path]?.license ?? 'none' }))
    .filter(({ name, licence }) => !isAllowed(licence) && !isAccepted(name, licence))
    .map(({ name, licence }) => ({
      path: 'package-lock.json',
      message: `${name} has the licence ${licence}`,
    }));
}

const modules = 'node_modules/';
const nameIn = (path: string): string => path.slice(path.lastIndexOf(modules) + modules.length);

/** Everything reachable from the shipped workspaces, as paths in the lockfile. */
function shippedPackages(lock: Lockfile): Set<string> {
  const reached = new Set<string>();
  const waiting = [...shipped];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const next = needsOf(lock, path).filter((needed) => !reached.has(needed));
    for (const needed of next) reached.add(needed);
    waiting.push(...next);
  }
  return reached;
}

function needsOf(lock: Lockfile, path: string): string[] {
  const entry = lock.packages[path];
  const names = { ...entry?.dependencies, ...entry?.optionalDependencies, ...entry?.peerDependencies };
  return Object.keys(names)
    .filter((name) => !name.startsWith('@atelier/'))
    .flatMap((name) => resolve(lock, path, name) ?? []);
}

/** As Node finds it: in the package's own node_modules, then in those above. */
function resolve(lock: Lockfile, from: string, name: string): string | undefined {
  const here = from === '' ? `${modules}${name}` : `${from}/${modules}${name}`;
  if (lock.packages[here] !== undefined) return here;
  if (from === '') return undefined;
  return resolve(lock, parentOf(from), name);
}

function parentOf(path: string): string {
  const at = path.lastIndexOf(`/${modules}`);
  return at === -1 ? '' : path.slice(0, at);
}

/** "(MIT OR GPL)": one allowed choice is enough. "A AND B": every part must be allowed. */
export function isAllowed(licence: string): boolean {
  const choices = licence.replaceAll(/[()]/g, '').split(' OR ');
  return choices.some((choice) => choice.split(' AND ').every((part) => allowed.has(part.trim())));
}

function isAccepted(name: string, licence: string): boolean {
  return accepted.some((it) => it.name.test(name) && it.licence.test(licence));
}

/** Versions that a rule of the stack forbids: these majors need a paid licence. */
export function findPaidVersions(lock: Lockfile): Finding[] {
  const limits = { primereact: 11, primeicons: 8 };
  return Object.entries(limits).flatMap(([name, firstPaid]) => {
    const version = lock.packages[`node_modules/${name}`]?.version;
    if (version === undefined || Number(version.split('.')[0]) < firstPaid) return [];
    return [
      { path: 'package-lock.json', message: `${name} ${version} is not free, stay below ${firstPaid}` },
    ];
  });
}
