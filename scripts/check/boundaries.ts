import { posix } from 'node:path';
import { findCycles, folderGraph } from './cycles.ts';
import { sliceImports, cycles, type SliceImport } from './exceptions.ts';
import { importGraph, importsOf, layerOf, layers, type ImportGraph, type Layer } from './imports.ts';
import { findShapeBreaks } from './shapes.ts';
import { placeOf } from './slices.ts';
import { isCode, isTest, withoutComments, type Finding, type SourceFile } from './sources.ts';

/** Where slices meet: what travels on the wire and in the log, what is answered when asked, the shape of tables, panels of a screen. */
const meetingPoints =
  /(^|\/)(([\w-]+-)?(contract|schema|events|queries)\.ts|[\w-]+\.(queries|table)\.ts|[\w-]+\.panel\.tsx)$/;

/** The domain is deterministic: clock, ids and randomness come in as data. */
const impure: readonly (readonly [RegExp, string])[] = [
  [/\bDate\.now\b/, 'reads the clock (Date.now)'],
  [/\bnew Date\(\s*\)/, 'reads the clock (new Date())'],
  [/\bMath\.random\b/, 'draws a random number'],
  [/\bprocess\.\w/, 'reads the process'],
  [/\b(crypto|globalThis\.crypto)\.\w/, 'draws randomness (crypto)'],
  [/\b(fetch|setTimeout|setInterval)\(/, 'does something outside itself'],
];

/** What each package may import of other people's, where that is its promise. */
const packages: Readonly<Record<string, { readonly allowed: RegExp; readonly says: string }>> = {
  '@atelier/domain': { allowed: /^zod$/, says: 'the domain imports zod only' },
  '@atelier/contracts': { allowed: /^zod$/, says: 'the contracts import zod only' },
  '@atelier/postgres': { allowed: /^(pg$|node:)/, says: 'it imports pg only' },
  '@atelier/key-vault': { allowed: /^(pg$|node:)/, says: 'the vault imports pg only' },
  '@atelier/transparency-log': { allowed: /^(pg$|node:)/, says: 'the log imports pg only' },
  '@atelier/event-store': { allowed: /^(pg$|node:)/, says: 'the event store imports pg only' },
};

/** What the check lets stay, and no more than that. */
export interface Allowed {
  readonly sliceImports: readonly SliceImport[];
  readonly cycles: readonly (readonly string[])[];
}

/** Every import of the project that crosses a border it must not cross, and every exception that is needed no more. */
export function findBoundaryBreaks(
  files: readonly SourceFile[],
  allowed: Allowed = { sliceImports, cycles },
): Finding[] {
  const code = files.filter(({ path }) => isCode(path));
  const graph = importGraph(code);
  return [
    ...unknownFolders(code),
    ...code.flatMap((file) => [...importFindings(file), ...impurities(file)]),
    ...findShapeBreaks(code),
    ...sliceImportFindings(graph, allowed.sliceImports),
    ...cycleFindings([...findCycles(graph), ...findCycles(folderGraph(graph))], allowed.cycles),
  ];
}

function unknownFolders(files: readonly SourceFile[]): Finding[] {
  const folders = files.flatMap(({ path }) => {
    const place = placeOf(path);
    return place.kind === 'unknown' ? [place.folder] : [];
  });
  return [...new Set(folders)].map((path) => ({
    path,
    message: 'is no slice that scripts/check/slices.ts knows',
  }));
}

function importFindings(file: SourceFile): Finding[] {
  const layer = layerOf(file.path);
  if (layer === undefined) return [];
  return importsOf(file.text).flatMap((specifier) => {
    const message = judge(file.path, layer, specifier);
    return message === undefined ? [] : [{ path: file.path, message }];
  });
}

function judge(path: string, layer: Layer, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return judgeRelative(path, layer, specifier);
  if (specifier.startsWith('@atelier/')) return judgeWorkspace(path, layer, specifier);
  const promise = packages[layer.name];
  if (promise === undefined || isTest(path) || promise.allowed.test(specifier)) return undefined;
  return `imports ${specifier}: ${promise.says}`;
}

function judgeRelative(path: string, layer: Layer, specifier: string): string | undefined {
  const target = posix.join(posix.dirname(path), specifier);
  if (target.startsWith(layer.folder)) return judgeFloor(path, target);
  if (isTest(path) && /^(demo|scripts|tests)\//.test(target)) return undefined;
  // The demo is no package: the console loads it when it is asked to.
  if (layer.name === '@atelier/console' && target === 'demo/demo.ts') return undefined;
  return `imports ${specifier} from another workspace: use its name`;
}

/** The web's floors: what several features show, and what carries it, imports neither a feature nor the app. */
function judgeFloor(path: string, target: string): string | undefined {
  const isBelow = /^web\/src\/(lib|live|shared)\//.test(path) && !isTest(path);
  const isAbove = /^web\/src\/(features|app)\//.test(target);
  return isBelow && isAbove ? `imports ${target}: features stand above what they share` : undefined;
}

function judgeWorkspace(path: string, layer: Layer, specifier: string): string | undefined {
  const name = specifier.split('/').slice(0, 2).join('/');
  // Tests start servers and programs as a machine does, and fill a log for what stands below it.
  if (isTest(path) && (name === '@atelier/host' || name === '@atelier/event-store')) return undefined;
  if (name === '@atelier/tests')
    return isTest(path) ? undefined : `imports ${specifier}: only tests use test code`;
  if (name === layer.name)
    return isTest(path) ? undefined : `imports ${specifier}: inside a workspace paths are relative`;
  const isAllowed = layers.some((it) => it.name === name) && layer.uses.includes(name);
  return isAllowed ? undefined : `imports ${specifier}: ${layer.name} may not use ${name}`;
}

/** Imports that reach the inside of another slice, by the slice that imports and the file it reaches. */
function sliceImportsIn(graph: ImportGraph): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const [path, targets] of graph) {
    for (const target of targets) {
      const from = importingSlice(path, target);
      if (from === undefined) continue;
      const key = keyOf({ from, to: target });
      found.set(key, [...(found.get(key) ?? []), path]);
    }
  }
  return found;
}

const keyOf = ({ from, to }: Pick<SliceImport, 'from' | 'to'>): string => `${from} ${to}`;

/** The importing slice, as `web/src rma`, when the import is none of the ways in which slices meet. */
function importingSlice(path: string, target: string): string | undefined {
  const [from, to] = [placeOf(path), placeOf(target)];
  if (from.kind !== 'slice' || to.kind !== 'slice' || from.slice === to.slice) return undefined;
  const [own, other] = [layerOf(path), layerOf(target)];
  // Domain and contracts are pure: every package above may use any module of them.
  if (own !== other && (other?.name === '@atelier/domain' || other?.name === '@atelier/contracts'))
    return undefined;
  return meetingPoints.test(target) ? undefined : `${own?.folder ?? ''}${from.slice}`;
}

/** New ones by name; and a listed one that has become fewer, so that the list only shrinks. */
function sliceImportFindings(graph: ImportGraph, listed: readonly SliceImport[]): Finding[] {
  const found = sliceImportsIn(graph);
  const allowed = new Map(listed.map((it) => [keyOf(it), it.imports]));
  const more = [...found].filter(([key, paths]) => paths.length > (allowed.get(key) ?? 0));
  const fewer = listed.filter((it) => (found.get(keyOf(it))?.length ?? 0) < it.imports);
  return [
    ...more.map(([key, paths]) => ({
      path: paths.toSorted().join(', '),
      message: `${key.replace(' ', ' reaches ')}: slices meet in contracts, events and queries (listed: ${allowed.get(key) ?? 0})`,
    })),
    ...fewer.map((it) => ({
      path: 'scripts/check/exceptions.ts',
      message: `${it.from} reaches ${it.to} in ${found.get(keyOf(it))?.length ?? 0} files, not ${it.imports}: shorten the list`,
    })),
  ];
}

function cycleFindings(cycles: readonly string[][], listed: readonly (readonly string[])[]): Finding[] {
  const isIn = (cycle: readonly string[], listedCycle: readonly string[]): boolean =>
    cycle.every((node) => listedCycle.includes(node));
  const strange = cycles.filter((cycle) => !listed.some((listedCycle) => isIn(cycle, listedCycle)));
  const gone = listed.filter(
    (listedCycle) => !cycles.some((cycle) => cycle.length === listedCycle.length && isIn(cycle, listedCycle)),
  );
  return [
    ...strange.map((cycle) => ({
      path: cycle[0] ?? '',
      message: `is in an import cycle: ${cycle.join(', ')}`,
    })),
    ...gone.map((listedCycle) => ({
      path: 'scripts/check/exceptions.ts',
      message: `the cycle of ${listedCycle.join(', ')} is gone or smaller: shorten the list`,
    })),
  ];
}

function impurities(file: SourceFile): Finding[] {
  if (!file.path.startsWith('packages/domain/src/') || isTest(file.path)) return [];
  const text = withoutComments(file.text);
  return impure
    .filter(([pattern]) => pattern.test(text))
    .map(([, what]) => ({ path: file.path, message: `${what}: the domain is pure` }));
}
