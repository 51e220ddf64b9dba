import type { TestOnly } from './exceptions.ts';
import { childOf, isNode, parse, type SyntaxNode } from '../lib/syntax.ts';
import { layerOf, targetOf } from './imports.ts';
import { isCode, isTest, type Finding, type SourceFile } from './sources.ts';

/** What stands for every export of a module: it is imported as a whole. */
const WHOLE = '*';

/**
 * Exports of the product that no other file of the product imports and their own file does not use: only tests do.
 * Such code either has a caller in the product that repeats it, or belongs beside the tests. A listed export that has
 * gained a caller is found as well, so the list can only become shorter.
 */
export function findTestOnlyExports(files: readonly SourceFile[], listed: readonly TestOnly[]): Finding[] {
  const product = files.filter(({ path }) => isCode(path) && !isTest(path) && isOurs(path));
  const modules = product.map((file) => ({ ...file, statements: statementsOf(file) }));
  const imported = new Set(modules.flatMap(importedBy));
  const isImported = (path: string, name: string): boolean =>
    imported.has(`${path} ${name}`) || imported.has(`${path} ${WHOLE}`);
  const found = modules
    .filter(({ path }) => !isReadByPath(path))
    .flatMap(({ path, statements }) =>
      exportedNames(statements)
        .filter((name) => !isImported(path, name) && !isUsedWithin(statements, name))
        .map((name) => ({ path, name })),
    );
  return [...unlisted(found, listed), ...outdated(found, listed)];
}

type Export = Pick<TestOnly, 'path' | 'name'>;

const same = (a: Export) => (b: Export) => a.path === b.path && a.name === b.name;

function unlisted(found: readonly Export[], listed: readonly TestOnly[]): Finding[] {
  return found
    .filter((it) => !listed.some(same(it)))
    .map(({ path, name }) => ({ path, message: `exports ${name}, which at most tests import` }));
}

function outdated(found: readonly Export[], listed: readonly TestOnly[]): Finding[] {
  return listed
    .filter((it) => !found.some(same(it)))
    .map(({ path, name }) => ({ path, message: `${name} is listed in exceptions.ts and need not be` }));
}

/** Read by path, not by an import: screens by the screens' router, what the API draws by the API, configurations by vite, `tables.ts` by tsconfig. */
const READ_BY_PATH = [
  // Other systems import it.
  /^packages\/client\//,
  /\.screen\.tsx$/,
  /\.server\.tsx$/,
  /\/vite\.(server\.)?config\.ts$/,
  /^packages\/application\/src\/tables\.ts$/,
];
const isReadByPath = (path: string): boolean => READ_BY_PATH.some((it) => it.test(path));

const isOurs = (path: string): boolean => layerOf(path) !== undefined || /^(demo|scripts)\//.test(path);

function statementsOf({ path, text }: SourceFile): readonly SyntaxNode[] {
  const body = parse(text, path.endsWith('x') ? 'tsx' : 'ts')['body'];
  return Array.isArray(body) ? body.filter(isNode) : [];
}

interface Module extends SourceFile {
  readonly statements: readonly SyntaxNode[];
}

/** The exports that a module takes from others, each as path and name. */
function importedBy(module: Module): string[] {
  const { path, statements } = module;
  const declared = statements.flatMap((statement) => {
    const source = childOf(statement, 'source')?.['value'];
    const target = typeof source === 'string' ? targetOf(path, source) : undefined;
    return target === undefined ? [] : namesTaken(statement).map((name) => `${target} ${name}`);
  });
  return [...declared, ...importedWhole(module)];
}

function namesTaken(statement: SyntaxNode): string[] {
  if (statement.type === 'ExportAllDeclaration') return [WHOLE];
  return nodesIn(statement, 'specifiers').map((specifier) => {
    if (specifier.type === 'ImportNamespaceSpecifier') return WHOLE;
    if (specifier.type === 'ImportDefaultSpecifier') return 'default';
    return nameIn(specifier, specifier.type === 'ImportSpecifier' ? 'imported' : 'local');
  });
}

/** `import('…')`, in code and in types: what is taken of it is not followed. */
function importedWhole({ path, text, statements }: Module): string[] {
  if (!text.includes('import(')) return [];
  return statements
    .flatMap((statement) => [...everyNode(statement)])
    .filter(({ type }) => type === 'ImportExpression' || type === 'TSImportType')
    .map((node) => `${targetOf(path, String(childOf(node, 'source')?.['value']))} ${WHOLE}`);
}

function exportedNames(statements: readonly SyntaxNode[]): string[] {
  return statements.flatMap((statement) => {
    if (statement.type === 'ExportDefaultDeclaration') return ['default'];
    if (statement.type !== 'ExportNamedDeclaration') return [];
    const declaration = childOf(statement, 'declaration');
    if (declaration !== undefined) return declaredNames(declaration);
    return nodesIn(statement, 'specifiers').map((specifier) => nameIn(specifier, 'exported'));
  });
}

function declaredNames(declaration: SyntaxNode): string[] {
  const parts =
    declaration.type === 'VariableDeclaration' ? nodesIn(declaration, 'declarations') : [declaration];
  return parts.flatMap((part) => namesBound(childOf(part, 'id')));
}

/** The names that a declaration makes, also by taking an object apart. */
function namesBound(pattern: SyntaxNode | undefined): string[] {
  if (pattern === undefined) return [];
  if (pattern.type === 'Identifier') return [String(pattern['name'])];
  return nodesIn(pattern, 'properties').flatMap((property) => namesBound(childOf(property, 'value')));
}

function nodesIn(node: SyntaxNode, field: string): SyntaxNode[] {
  const nodes = node[field];
  return Array.isArray(nodes) ? nodes.filter(isNode) : [];
}

const nameIn = (node: SyntaxNode, field: string): string => String(childOf(node, field)?.['name']);

/** Whether a name stands in its own file more often than where it is declared. */
function isUsedWithin(statements: readonly SyntaxNode[], name: string): boolean {
  const named = statements.flatMap((statement) => [...everyNode(statement)].filter(isNamed(name)));
  // In `{ name }` the tree has it twice, as key and as value, at one place of the text.
  return new Set(named.map(({ start }) => start)).size > 1;
}

const isNamed = (name: string) => (node: SyntaxNode) =>
  (node.type === 'Identifier' || node.type === 'JSXIdentifier') && node['name'] === name;

function* everyNode(node: SyntaxNode): Generator<SyntaxNode> {
  yield node;
  for (const value of Object.values(node))
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) yield* everyNode(child);
}
