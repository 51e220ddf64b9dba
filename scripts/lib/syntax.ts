import { parseAst } from 'vitest/node';

/** A node of the syntax tree: where it stands in the text, and its fields by name. */
export interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}

/** A node with the node it stands in. */
export interface Place {
  readonly node: SyntaxNode;
  readonly parent: SyntaxNode | null;
}

export function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}

/** The child of a node under this name, or undefined when there is none. */
export function childOf(node: SyntaxNode, field: string): SyntaxNode | undefined {
  const child = node[field];
  return isNode(child) ? child : undefined;
}

/** The tree of a TypeScript file. Throws when the text cannot be parsed. */
export function parse(text: string, lang: 'ts' | 'tsx' = 'ts'): SyntaxNode {
  const program: unknown = parseAst(text, { lang });
  if (!isNode(program)) throw new TypeError('the parser gave no program');
  return program;
}

/** Written around a value, these say only its type. */
const typedValues = new Set(['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression']);

/** Every node that runs, in the order of the text: types, imports and the names of fields are left out. */
export function* running(node: SyntaxNode, parent: SyntaxNode | null = null): Generator<Place> {
  if (node.type === 'ImportDeclaration') return;
  if (node.type.startsWith('TS') && !typedValues.has(node.type)) return;
  yield { node, parent };
  for (const [field, value] of Object.entries(node)) {
    if (isNameOfField(node, field)) continue;
    for (const child of Array.isArray(value) ? value : [value])
      if (isNode(child)) yield* running(child, node);
  }
}

function isNameOfField(node: SyntaxNode, field: string): boolean {
  const named = node.type === 'Property' || node.type === 'PropertyDefinition';
  return named && field === 'key' && node['computed'] !== true;
}

/** What a file imports or passes on when it runs, as written: an import of types alone is none. */
export function importsOf(program: SyntaxNode): string[] {
  const statements = Array.isArray(program['body']) ? program['body'].filter(isNode) : [];
  return statements.filter(isImport).flatMap((statement) => {
    const source = childOf(statement, 'source')?.['value'];
    return typeof source === 'string' ? [source] : [];
  });
}

function isImport(statement: SyntaxNode): boolean {
  return statement['importKind'] !== 'type' && statement['exportKind'] !== 'type' && 'source' in statement;
}

/** Whether it imports a path that is only known when it runs. */
export function importsByPath(program: SyntaxNode): boolean {
  const isByPath = (node: SyntaxNode): boolean =>
    node.type === 'ImportExpression' && childOf(node, 'source')?.type !== 'Literal';
  return running(program).some(({ node }) => isByPath(node));
}
