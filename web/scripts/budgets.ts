import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

/** A chunk as Vite's manifest tells it. */
interface Chunk {
  file: string;
  imports?: string[];
  css?: string[];
  isEntry?: boolean;
}
type Manifest = Record<string, Chunk>;

/** One thing that is weighed: what a browser must load for it, in bytes after gzip, against its limit. */
export interface Weight {
  name: string;
  bytes: number;
  limit: number;
}

const KB = 1000;
/** Budgets of product/performance.md §4: script of the staff's shell, of one route beyond it, of the customer's page; all style sheets of a start; one language's texts. */
export const LIMITS = {
  shell: 212 * KB,
  route: 45 * KB,
  customer: 95 * KB,
  css: 20 * KB,
  texts: 15 * KB,
} as const;

/** Slices that are loaded before the first screen, or by nearly every one. */
const EVERYWHERE = new Set(['common', 'errors', 'shell', 'terms', 'status', 'piece']);
const ENTRY = 'index.html';
const STAFF = 'src/app/start.tsx';
const CUSTOMER = 'src/features/customer-site/start.tsx';

/** Weighs a finished build. Throws when the build has no manifest, so that nothing is passed unweighed. */
export function weigh(dist: string, locales: string): Weight[] {
  const manifest = readManifest(dist);
  const size = sizer(dist);
  const shell = withImports(manifest, [ENTRY, STAFF]);
  const customer = withImports(manifest, [ENTRY, CUSTOMER]);
  const screens = Object.keys(manifest).filter((key) => key.endsWith('.screen.tsx'));
  return [
    { name: 'staff shell', bytes: scripts(manifest, shell, size), limit: LIMITS.shell },
    { name: 'customer page', bytes: scripts(manifest, customer, size), limit: LIMITS.customer },
    { name: 'CSS of the shell', bytes: styles(manifest, shell, size), limit: LIMITS.css },
    { name: 'CSS of the customer page', bytes: styles(manifest, customer, size), limit: LIMITS.css },
    ...screens.map((screen) => {
      const own = withImports(manifest, [screen]).filter((key) => !shell.includes(key));
      return {
        name: screen.replace('src/features/', ''),
        bytes: scripts(manifest, own, size),
        limit: LIMITS.route,
      };
    }),
    ...languagesIn(locales).map((language) => ({
      name: `texts ${language}`,
      bytes: textsOf(join(locales, language)),
      limit: LIMITS.texts,
    })),
  ];
}

const languagesIn = (locales: string): string[] =>
  readdirSync(locales, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);

export const tooHeavy = (weights: readonly Weight[]): Weight[] =>
  weights.filter(({ bytes, limit }) => bytes > limit);

function readManifest(dist: string): Manifest {
  const path = join(dist, '.vite/manifest.json');
  if (!existsSync(path)) throw new Error(`no build to weigh at ${dist}: run the build first`);
  return JSON.parse(readFileSync(path, 'utf8')) as Manifest;
}

/** Keys of the chunks that load together with the given ones, each once. */
function withImports(manifest: Manifest, keys: readonly string[]): string[] {
  const found = new Set<string>();
  const visit = (key: string): void => {
    if (found.has(key)) return;
    const chunk = manifest[key];
    if (!chunk) throw new Error(`the build has no chunk ${key}`);
    found.add(key);
    chunk.imports?.forEach(visit);
  };
  keys.forEach(visit);
  return [...found];
}

function sizer(dist: string): (file: string) => number {
  const known = new Map<string, number>();
  return (file) => {
    const bytes = known.get(file) ?? gzipSync(readFileSync(join(dist, file)), { level: 9 }).length;
    known.set(file, bytes);
    return bytes;
  };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

function scripts(manifest: Manifest, keys: readonly string[], size: (file: string) => number): number {
  const files = new Set(keys.map((key) => manifest[key]?.file ?? '').filter((file) => file.endsWith('.js')));
  return sum([...files].map(size));
}

function styles(manifest: Manifest, keys: readonly string[], size: (file: string) => number): number {
  return sum([...new Set(keys.flatMap((key) => manifest[key]?.css ?? []))].map(size));
}

/**
 * Texts load by slice, so a person never loads a whole language: what is weighed is what the wordiest screen needs, that
 * is the slices of every screen and the two heaviest others.
 */
function textsOf(folder: string): number {
  const weights = readdirSync(folder).map((file) => ({
    slice: file.replace('.json', ''),
    bytes: gzipSync(minified(join(folder, file)), { level: 9 }).length,
  }));
  const always = weights.filter(({ slice }) => EVERYWHERE.has(slice));
  const others = weights.filter(({ slice }) => !EVERYWHERE.has(slice)).sort((a, b) => b.bytes - a.bytes);
  return sum([...always, ...others.slice(0, 2)].map(({ bytes }) => bytes));
}

const minified = (path: string): string => JSON.stringify(JSON.parse(readFileSync(path, 'utf8')));

/** Prints every weight, heaviest part of its limit first. Exit code 1 when one is over. */
export function report(weights: readonly Weight[], print: (line: string) => void): number {
  const byShare = [...weights].sort((a, b) => b.bytes / b.limit - a.bytes / a.limit);
  for (const { name, bytes, limit } of byShare) {
    const mark = bytes > limit ? 'OVER' : 'ok';
    print(`${mark.padEnd(5)} ${(bytes / KB).toFixed(1).padStart(7)} / ${limit / KB} kB  ${name}`);
  }
  return tooHeavy(weights).length > 0 ? 1 : 0;
}

if (import.meta.main) {
  const web = fileURLToPath(new URL('..', import.meta.url));
  process.exitCode = report(
    weigh(join(web, 'dist'), join(web, '../packages/contracts/src/locales')),
    (line) => process.stdout.write(`${line}\n`),
  );
}
