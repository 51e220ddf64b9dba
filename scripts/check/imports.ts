import { posix } from 'node:path';
import { isCode, isTest, withoutComments, type SourceFile } from './sources.ts';

/** A workspace, what it is called in imports, and which of ours it may use. */
export interface Layer {
  readonly folder: string;
  readonly name: string;
  readonly uses: readonly string[];
}

const domain = '@atelier/domain';
const contracts = '@atelier/contracts';
const eventStore = '@atelier/event-store';
const application = '@atelier/application';
const ui = '@atelier/ui';
const browserSync = '@atelier/browser-sync';

export const layers: readonly Layer[] = [
  { folder: 'packages/domain/', name: domain, uses: [] },
  { folder: 'packages/contracts/', name: contracts, uses: [domain] },
  { folder: 'packages/event-store/', name: eventStore, uses: [] },
  { folder: 'packages/application/', name: application, uses: [domain, contracts, eventStore] },
  { folder: 'services/api/', name: '@atelier/api', uses: [domain, contracts, eventStore, application] },
  {
    folder: 'services/workers/',
    name: '@atelier/workers',
    uses: [domain, contracts, eventStore, application],
  },
  { folder: 'packages/ui/', name: ui, uses: [] },
  { folder: 'packages/browser-sync/', name: browserSync, uses: [domain, contracts, ui] },
  { folder: 'web/', name: '@atelier/web', uses: [domain, contracts, ui, browserSync] },
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
