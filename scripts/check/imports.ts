import { posix } from 'node:path';
import { isCode, isTest, withoutComments, type SourceFile } from './sources.ts';

/** A workspace, what it is called in imports, and which of ours it may use. */
export interface Layer {
  readonly folder: string;
  readonly name: string;
  readonly uses: readonly string[];
}

/** A layer by its folder, and the folders' names of those it may use. */
const layer = (folder: string, ...uses: readonly string[]): Layer => ({
  folder: `${folder}/`,
  name: `@atelier/${posix.basename(folder)}`,
  uses: uses.map((name) => `@atelier/${name}`),
});

const STORE = ['postgres', 'key-vault', 'transparency-log', 'event-store'] as const;
const SERVER = ['domain', 'contracts', ...STORE, 'application'] as const;

export const layers: readonly Layer[] = [
  layer('packages/client'),
  layer('packages/domain'),
  layer('packages/contracts', 'domain'),
  layer('packages/postgres'),
  layer('packages/key-vault', 'postgres'),
  layer('packages/transparency-log', 'postgres'),
  layer('packages/event-store', 'postgres', 'key-vault', 'transparency-log'),
  layer('packages/application', 'domain', 'contracts', ...STORE),
  layer('packages/host', ...SERVER),
  layer('services/api', ...SERVER),
  layer('services/workers', ...SERVER),
  // Programs beside the services read the services' settings.
  layer('services/backup', ...SERVER, 'host', 'console', 'api', 'workers'),
  layer('services/console', ...SERVER, 'host', 'api', 'workers'),
  layer('services/witness', ...SERVER, 'host', 'console', 'api'),
  layer('packages/ui'),
  layer('packages/browser-sync', 'domain', 'contracts', 'ui'),
  layer('web', 'domain', 'contracts', 'client', 'ui', 'browser-sync'),
];

export const layerOf = (path: string): Layer | undefined =>
  layers.find(({ folder }) => path.startsWith(folder));

/** The module names in import and export declarations and in dynamic imports; a key 'selection.from' is none. */
export function importsOf(text: string): string[] {
  const found = withoutComments(text).matchAll(/(?:\bfrom\s|\bimport\s*\(|\bimport\s)\s*['"]([^'"\n]+)['"]/g);
  return [...found].map(([, specifier]) => specifier ?? '');
}

/** The file of ours that an import means, from the project's root; undefined for a package of others. */
export function targetOf(path: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(path), specifier);
  const layer = layers.find(({ name }) => specifier.startsWith(`${name}/`));
  return layer && `${layer.folder}src/${specifier.slice(layer.name.length + 1)}`;
}

/** Which of our files imports which, by value or type; tests and what helps them are left out. */
export type ImportGraph = ReadonlyMap<string, ReadonlySet<string>>;

export function importGraph(files: readonly SourceFile[]): ImportGraph {
  const code = files.filter(({ path }) => isCode(path) && !isTest(path) && layerOf(path) !== undefined);
  const known = new Set(code.map(({ path }) => path));
  return new Map(
    code.map(({ path, text }) => {
      const targets = importsOf(text).map((specifier) => targetOf(path, specifier));
      return [path, new Set(targets.filter((it) => it !== undefined && known.has(it)).map(String))];
    }),
  );
}
