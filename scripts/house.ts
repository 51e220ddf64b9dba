import { execFileSync } from 'node:child_process';
import { findBoundaryBreaks } from './check/boundaries.ts';
import { findDeadCitations } from './check/citations.ts';
import { findCycles, folderGraph } from './check/cycles.ts';
import { floorsOf } from './check/floors.ts';
import { importGraph, type ImportGraph } from './check/imports.ts';
import { isTest, type SourceFile } from './check/sources.ts';
import { findBareStatuses } from './check/statuses.ts';
import { projectRoot } from './lib/files.ts';
import { runMain } from './lib/run-main.ts';
import { childOf, isNode, parse, type SyntaxNode } from './lib/syntax.ts';

const PACKAGES = [
  'packages/domain',
  'packages/event-store',
  'packages/application',
  'services/api',
  'services/workers',
  'web',
] as const;
const MOST_COMPONENT_LINES = 80;

const git = (args: readonly string[], input?: string): Buffer =>
  execFileSync('git', [...args], { cwd: projectRoot, input, maxBuffer: 1 << 29 });

const pathsAt = (commit: string): string[] =>
  git(['ls-tree', '-r', '--name-only', commit]).toString().trim().split('\n');

/** The code, documents and migrations of one commit, as they were written then. */
function sourcesAt(commit: string): SourceFile[] {
  const paths = pathsAt(commit).filter((path) => /\.(ts|tsx|mts|mjs|js|css|md|sql|html|yaml)$/.test(path));
  const objects = git(['cat-file', '--batch'], paths.map((path) => `${commit}:${path}\n`).join(''));
  let at = 0;
  return paths.map((path) => {
    const headEnd = objects.indexOf('\n', at);
    const size = Number(objects.toString('utf8', at, headEnd).split(' ')[2]);
    const text = objects.toString('utf8', headEnd + 1, headEnd + 1 + size);
    at = headEnd + size + 2;
    // What is the application now was once the store.
    return { path: path.replace(/^packages\/store\//u, 'packages/application/'), text };
  });
}

function linesOf(files: readonly SourceFile[], folder: string): number {
  return files
    .filter(({ path }) => path.startsWith(`${folder}/`) && /\.(tsx?|css)$/.test(path) && !isTest(path))
    .reduce((sum, { text }) => sum + text.split('\n').length - 1, 0);
}

/** Function components of `web/src`, tests left out, whose function is longer than the limit, longest first. */
function longComponents(files: readonly SourceFile[]): string[] {
  return files
    .filter(({ path }) => /^web\/src\/.*\.tsx$/.test(path) && !isTest(path))
    .flatMap(({ path, text }) =>
      componentsIn(parse(text, 'tsx')).map(({ name, start, end }) => ({
        lines: text.slice(start, end).split('\n').length,
        name: `${path} ${name}`,
      })),
    )
    .filter(({ lines }) => lines > MOST_COMPONENT_LINES)
    .toSorted((a, b) => b.lines - a.lines)
    .map(({ lines, name }) => `${lines} ${name}`);
}

interface Component {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** Functions with a capital first letter that hold JSX: declared, or given to a constant, also through `memo` and the like. */
function componentsIn(node: SyntaxNode): Component[] {
  const inner = childrenOf(node).flatMap(componentsIn);
  const isNamed = node.type === 'FunctionDeclaration' || isFunctionConstant(node);
  const name = isNamed ? childOf(node, 'id')?.['name'] : undefined;
  const isComponent = typeof name === 'string' && /^[A-Z]/.test(name) && holdsJsx(node);
  return isComponent ? [{ name, start: node.start, end: node.end }, ...inner] : inner;
}

function isFunctionConstant(node: SyntaxNode): boolean {
  const value = node.type === 'VariableDeclarator' ? childOf(node, 'init') : undefined;
  if (value === undefined) return false;
  const given = value.type === 'CallExpression' ? childrenOf(value) : [value];
  return given.some(({ type }) => type === 'ArrowFunctionExpression' || type === 'FunctionExpression');
}

const holdsJsx = (node: SyntaxNode): boolean =>
  node.type.startsWith('JSX') || childrenOf(node).some(holdsJsx);
const childrenOf = (node: SyntaxNode): SyntaxNode[] => Object.values(node).flat().filter(isNode);

/** Imports from a table up to queries, or from either up to commands and projections. */
function upwardImports(graph: ImportGraph): number {
  const floorOf = (path: string): number =>
    [/\.table\.ts$/, /\.queries\.ts$/, /\.(commands|projection)\.ts$/].findIndex((name) => name.test(path));
  return [...graph].reduce((sum, [from, targets]) => {
    const own = floorOf(from);
    return sum + (own < 0 ? 0 : [...targets].filter((to) => floorOf(to) > own).length);
  }, 0);
}

function figuresOf(files: readonly SourceFile[], paths: readonly string[]): Record<string, number> {
  const isThere = (named: string): boolean =>
    paths.some((path) => path === named || path.startsWith(`${named.replace(/\/$/, '')}/`));
  const lines = PACKAGES.map((folder): [string, number] => [`lines of ${folder}`, linesOf(files, folder)]);
  const store = importGraph(files.filter(({ path }) => path.startsWith('packages/application/src/')));
  const folders = folderGraph(store);
  const breaks = findBoundaryBreaks(files, { sliceImports: [], cycles: [] });
  const count = (part: string): number => breaks.filter(({ message }) => message.includes(part)).length;
  const reaching = breaks.filter(({ message }) => message.includes(': slices meet in'));
  const floors = PACKAGES.map((folder): [string, number] => [
    `floors of ${folder}, by folder`,
    floorsOf(folderGraph(importGraph(files.filter(({ path }) => path.startsWith(`${folder}/src/`))))),
  ]);
  return {
    ...Object.fromEntries([...lines, ...floors]),
    'cycles of files in packages/application': findCycles(store).length,
    'cycles of folders in packages/application': findCycles(folders).length,
    'upward imports in packages/application, by file name': upwardImports(store),
    'cycles of the whole project, files and folders': count('is in an import cycle'),
    'imports that reach inside another slice': reaching.reduce(
      (sum, { path }) => sum + path.split(', ').length,
      0,
    ),
    'bare status numbers': findBareStatuses(files).length,
    'citations that lead nowhere': findDeadCitations(files, isThere).length,
    [`components over ${MOST_COMPONENT_LINES} lines`]: longComponents(files).length,
  };
}

// `node scripts/house.ts [commit] [--components]`: the figures of `docs/house.md` that a program can count.
await runMain(() => {
  const [commit = 'HEAD'] = process.argv.slice(2).filter((it) => !it.startsWith('-'));
  const files = sourcesAt(commit);
  for (const [name, figure] of Object.entries(figuresOf(files, pathsAt(commit))))
    console.log(`${name}: ${figure}`);
  if (process.argv.includes('--components')) console.log(longComponents(files).join('\n'));
  return Promise.resolve(0);
});
