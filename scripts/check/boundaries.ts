import { posix } from 'node:path';
import { published } from './exceptions.ts';
import { isCode, isTest, withoutComments, type Finding, type SourceFile } from './sources.ts';

/** A workspace, what it is called in imports, and which of ours it may use (docs/ARCHITECTURE.md "Where things are"). */
interface Layer {
  readonly folder: string;
  readonly name: string;
  readonly uses: readonly string[];
}

const layers: readonly Layer[] = [
  { folder: 'packages/domain/', name: '@atelier/domain', uses: [] },
  { folder: 'packages/event-store/', name: '@atelier/event-store', uses: [] },
  { folder: 'packages/store/', name: '@atelier/store', uses: ['@atelier/domain', '@atelier/event-store'] },
  {
    folder: 'services/api/',
    name: '@atelier/api',
    uses: ['@atelier/domain', '@atelier/event-store', '@atelier/store'],
  },
  {
    folder: 'services/workers/',
    name: '@atelier/workers',
    uses: ['@atelier/domain', '@atelier/event-store', '@atelier/store'],
  },
  { folder: 'web/', name: '@atelier/web', uses: ['@atelier/domain'] },
];

const slices = new Set([
  'rma',
  'repair',
  'shipping',
  'transfer',
  'nav',
  'clearing',
  'identity',
  'workforce',
  'reference',
  'dashboard',
  'audit',
  'system',
]);

/**
 * Where slices meet: what travels on the wire and in the log, what the store answers when asked, and the shape of its
 * tables. Anything else that a slice lets others use is listed with its reason.
 */
const meetingPoints = /(^|\/)(contract|schema|events|[\w-]+\.(queries|table))\.ts$/;
const publishedPaths = new Set(published.map(({ path }) => path));

/** The domain is deterministic: clock, ids and randomness come in as data. */
const impure: readonly (readonly [RegExp, string])[] = [
  [/\bDate\.now\b/, 'reads the clock (Date.now)'],
  [/\bnew Date\(\s*\)/, 'reads the clock (new Date())'],
  [/\bMath\.random\b/, 'draws a random number'],
  [/\bprocess\.\w/, 'reads the process'],
  [/\b(crypto|globalThis\.crypto)\.\w/, 'draws randomness (crypto)'],
  [/\b(fetch|setTimeout|setInterval)\(/, 'does something outside itself'],
];

/** Every import of the project that crosses a border it must not cross. */
export function findBoundaryBreaks(files: readonly SourceFile[]): Finding[] {
  return files
    .filter(({ path }) => isCode(path))
    .flatMap((file) => [...importFindings(file), ...impurities(file)]);
}

function importFindings(file: SourceFile): Finding[] {
  const layer = layers.find(({ folder }) => file.path.startsWith(folder));
  if (layer === undefined) return [];
  return importsOf(file.text).flatMap((specifier) => {
    const message = judge(file.path, layer, specifier);
    return message === undefined ? [] : [{ path: file.path, message }];
  });
}

/** The module names in import and export declarations and in dynamic imports. */
export function importsOf(text: string): string[] {
  const found = withoutComments(text).matchAll(/(?:\bfrom|\bimport)\s*\(?\s*['"]([^'"\n]+)['"]/g);
  return [...found].map(([, specifier]) => specifier ?? '');
}

function judge(path: string, layer: Layer, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return judgeRelative(path, layer, specifier);
  if (specifier.startsWith('@atelier/')) return judgeWorkspace(path, layer, specifier);
  if (layer.name === '@atelier/domain' && specifier !== 'zod' && !isTest(path)) {
    return `imports ${specifier}: the domain imports zod only`;
  }
  return undefined;
}

function judgeRelative(path: string, layer: Layer, specifier: string): string | undefined {
  const target = posix.join(posix.dirname(path), specifier);
  if (!target.startsWith(layer.folder)) {
    if (isTest(path) && /^(scripts|tests)\//.test(target)) return undefined;
    return `imports ${specifier} from another workspace: use its name`;
  }
  return judgeSlices(path, target, specifier);
}

function judgeWorkspace(path: string, layer: Layer, specifier: string): string | undefined {
  const name = specifier.split('/').slice(0, 2).join('/');
  if (name === '@atelier/tests')
    return isTest(path) ? undefined : `imports ${specifier}: only tests use test code`;
  if (name === layer.name)
    return isTest(path) ? undefined : `imports ${specifier}: inside a workspace paths are relative`;
  const target = layers.find((it) => it.name === name);
  if (target === undefined || !layer.uses.includes(name)) {
    return `imports ${specifier}: ${layer.name} may not use ${name}`;
  }
  // The domain is pure: whoever stands above it may ask any of it.
  if (name === '@atelier/domain') return undefined;
  return judgeSlices(path, `${target.folder}src/${specifier.split('/').slice(2).join('/')}`, specifier);
}

/** A slice reaches another one through what that one publishes, in its own package and in those below. */
function judgeSlices(path: string, target: string, specifier: string): string | undefined {
  if (isTest(path)) return undefined;
  const [from, to] = [sliceOf(path), sliceOf(target)];
  if (from === undefined || to === undefined || from === to) return undefined;
  if (meetingPoints.test(target) || publishedPaths.has(target)) return undefined;
  return `imports ${specifier}: ${from} may reach ${to} only through its contract, events and queries`;
}

function sliceOf(path: string): string | undefined {
  const folder = /(?:^|\/)src\/(?:features\/)?([^/]+)\//.exec(path)?.[1];
  return folder !== undefined && slices.has(folder) ? folder : undefined;
}

function impurities(file: SourceFile): Finding[] {
  if (!file.path.startsWith('packages/domain/src/') || isTest(file.path)) return [];
  const text = withoutComments(file.text);
  return impure
    .filter(([pattern]) => pattern.test(text))
    .map(([, what]) => ({ path: file.path, message: `${what}: the domain is pure` }));
}
