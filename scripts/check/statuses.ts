import { childOf, isNode, parse, type SyntaxNode } from '../lib/syntax.ts';
import { isCode, isTest, type Finding, type SourceFile } from './sources.ts';

/** A number that stands for a status: where it stands in the text. */
export interface BareStatus {
  readonly start: number;
  readonly end: number;
  readonly value: number;
}

/** Where the ids get their names. */
const definition = 'packages/domain/src/shared/status.ts';
/** Recorded events hold what was written then. */
const fixtures = /\/event-fixtures\//;
const statusName = /^((rma_)?status(_?id)?|target|from|to)$/i;
const statusType = /\bStatusId\b/;
const sqlLiteral = /\bstatus(_id)?\s+(=|<>|!=|<=?|>=?|(not\s+)?in\s*\()\s*\d/i;
/** What is written down, not computed. */
const written = new Set([
  'Literal',
  'ArrayExpression',
  'ObjectExpression',
  'NewExpression',
  'TSAsExpression',
]);
/** Their second argument is a status. */
const takesStatus = new Set(['statusChanged', 'heldRefusal', 'isSaved', 'holdThatStops', 'moveKindOf']);

/** Statuses by bare number: in a comparison, a set, a case, a query; outside tests also as a field or an argument. */
export function findBareStatuses(files: readonly SourceFile[]): Finding[] {
  return files
    .filter(({ path }) => isCode(path) && path !== definition && !path.startsWith('scripts/check/'))
    .flatMap((file) =>
      bareStatuses(file).map((bare) => ({ path: file.path, message: describeBare(file, bare) })),
    );
}

function describeBare({ text }: SourceFile, { start, end }: BareStatus): string {
  const line = text.slice(0, start).split('\n').length;
  return `line ${line}: a status as a bare number (${text.slice(start, end)}): name it with Status or a set of status.ts`;
}

/** Every bare status of one file, in the order of the text. */
export function bareStatuses({ path, text }: SourceFile): BareStatus[] {
  const program = parse(text, path.endsWith('x') ? 'tsx' : 'ts');
  const found: BareStatus[] = [];
  visit(program, (node) => found.push(...bareIn(node, text, isTest(path) || fixtures.test(path))));
  const unique = new Map(found.map((bare) => [bare.start, bare]));
  return [...unique.values()].toSorted((a, b) => a.start - b.start);
}

function visit(node: SyntaxNode, act: (node: SyntaxNode) => void): void {
  act(node);
  for (const child of Object.values(node).flat()) if (isNode(child)) visit(child, act);
}

function bareIn(node: SyntaxNode, text: string, inTest: boolean): BareStatus[] {
  switch (node.type) {
    case 'BinaryExpression':
      return compared(node);
    case 'SwitchStatement':
      return isStatus(childOf(node, 'discriminant'))
        ? listOf(node, 'cases').flatMap((it) => number(childOf(it, 'test')))
        : [];
    case 'CallExpression':
      return [...asked(node, text), ...(inTest ? [] : given(node))];
    case 'VariableDeclarator':
      return typed(node, text);
    case 'Property':
      return inTest || !isStatus(childOf(node, 'key')) ? [] : numberOrList(childOf(node, 'value'));
    case 'TemplateElement':
    case 'Literal':
      return sqlLiteral.test(text.slice(node.start, node.end)) ? [{ ...node, value: Number.NaN }] : [];
    default:
      return [];
  }
}

function compared(node: SyntaxNode): BareStatus[] {
  const [left, right] = [childOf(node, 'left'), childOf(node, 'right')];
  if (!/^([!=]==|[<>]=?)$/.test(String(node['operator']))) return [];
  if (isStatus(left)) return number(right);
  return isStatus(right) ? number(left) : [];
}

/** `[3, 17].includes(status)` and `.where('status', '=', 3)`. */
function asked(call: SyntaxNode, text: string): BareStatus[] {
  const method = childOf(call, 'callee');
  const [first, , third] = listOf(call, 'arguments');
  const list = method === undefined ? undefined : childOf(method, 'object');
  if (nameOf(method) === 'includes' && isStatus(first)) return numbersIn(list);
  const column = first === undefined ? '' : text.slice(first.start, first.end);
  return nameOf(method) === 'where' && /\bstatus'$/.test(column) ? numbersIn(third) : [];
}

function given(call: SyntaxNode): BareStatus[] {
  return takesStatus.has(nameOf(childOf(call, 'callee')))
    ? listOf(call, 'arguments').slice(1, 2).flatMap(number)
    : [];
}

/** What a declaration says to be statuses, or is asked whether it holds one. */
function typed(node: SyntaxNode, text: string): BareStatus[] {
  const name = childOf(node, 'id');
  const init = childOf(node, 'init');
  const places = [name, init?.type === 'NewExpression' ? childOf(init, 'typeArguments') : undefined];
  const isTyped = places.some((it) => it !== undefined && statusType.test(text.slice(it.start, it.end)));
  return (isTyped || isAsked(nameOf(name), text)) && written.has(init?.type ?? '') ? numbersIn(init) : [];
}

function isAsked(name: string, text: string): boolean {
  const questions = text.matchAll(new RegExp(`\\b${name}\\.(?:includes|has)\\((?:\\w+\\.)*(\\w+)\\)`, 'g'));
  return name !== '' && [...questions].some(([, asked = '']) => statusName.test(asked));
}

function numberOrList(node: SyntaxNode | undefined): BareStatus[] {
  return node?.type === 'ArrayExpression' ? numbersIn(node) : number(node);
}

function numbersIn(node: SyntaxNode | undefined): BareStatus[] {
  const found: BareStatus[] = [];
  if (node !== undefined) visit(node, (it) => found.push(...number(it)));
  return found;
}

function number(node: SyntaxNode | undefined): BareStatus[] {
  const value = node?.type === 'Literal' ? node['value'] : undefined;
  const isId = typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= 21;
  return node !== undefined && isId ? [{ start: node.start, end: node.end, value }] : [];
}

const isStatus = (node: SyntaxNode | undefined): boolean => {
  const name = nameOf(node);
  return name !== '' && statusName.test(name);
};

function nameOf(node: SyntaxNode | undefined): string {
  const last = node?.type === 'MemberExpression' ? childOf(node, 'property') : node;
  return last?.type === 'Identifier' && typeof last['name'] === 'string' ? last['name'] : '';
}

function listOf(node: SyntaxNode, field: string): SyntaxNode[] {
  const list = node[field];
  return Array.isArray(list) ? list.filter(isNode) : [];
}
