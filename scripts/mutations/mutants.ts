import { childOf, running, type Place, type SyntaxNode } from '../lib/syntax.ts';

/** One small change of one file: the text between `start` and `end` becomes `after`. */
export interface Mutant {
  readonly path: string;
  /** Counted from 1. */
  readonly line: number;
  readonly start: number;
  readonly end: number;
  readonly before: string;
  readonly after: string;
}

type Edit = Pick<Mutant, 'start' | 'end' | 'after'>;

/** Names that stand for one of a closed set (`Status.Created`), by the object they belong to. */
export type Members = ReadonlyMap<string, readonly string[]>;

interface Source {
  readonly text: string;
  readonly members: Members;
  /** The words of this file that stand for one of a closed set, each once. */
  readonly words: readonly string[];
}

/** Every mutant of a file, in the order of its text. */
export function mutantsOf(path: string, text: string, program: SyntaxNode, members: Members): Mutant[] {
  const places = [...running(program)];
  const source = { text, members, words: wordsOf(places) };
  return places
    .flatMap((place) => operators.flatMap((operator) => operator(place, source)))
    .map((edit) => ({
      ...edit,
      path,
      line: text.slice(0, edit.start).split('\n').length,
      before: text.slice(edit.start, edit.end),
    }))
    .toSorted((a, b) => a.start - b.start || a.end - b.end || (a.after < b.after ? -1 : 1));
}

export function applyMutant(text: string, { start, end, after }: Edit): string {
  return text.slice(0, start) + after + text.slice(end);
}

/** The members of closed sets that these programs name. */
export function membersOf(programs: readonly SyntaxNode[]): Members {
  const found = new Map<string, Set<string>>();
  for (const { node } of programs.flatMap((program) => [...running(program)])) {
    const [object, name] = memberOf(node) ?? [];
    if (object !== undefined && name !== undefined)
      found.set(object, (found.get(object) ?? new Set()).add(name));
  }
  return new Map([...found].map(([object, names]) => [object, [...names].toSorted()]));
}

const operators: readonly ((place: Place, source: Source) => Edit[])[] = [
  otherOperator,
  negationDropped,
  conditionNegated,
  earlyReturnRemoved,
  numberShifted,
  booleanFlipped,
  wordSwapped,
  memberSwapped,
];

const otherOperators: Readonly<Record<string, string>> = {
  '===': '!==',
  '!==': '===',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '&&': '||',
  '||': '&&',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
};

function otherOperator({ node }: Place, { text }: Source): Edit[] {
  const [left, right, operator] = [childOf(node, 'left'), childOf(node, 'right'), operatorOf(node)];
  const after = otherOperators[operator];
  if (left === undefined || right === undefined || after === undefined) return [];
  const start = text.indexOf(operator, left.end);
  return [{ start, end: start + operator.length, after }];
}

function operatorOf(node: SyntaxNode): string {
  return typeof node['operator'] === 'string' ? node['operator'] : '';
}

function isNegation(node: SyntaxNode | undefined): boolean {
  return node?.type === 'UnaryExpression' && node['operator'] === '!';
}

function negationDropped({ node }: Place): Edit[] {
  return isNegation(node) ? [{ start: node.start, end: node.start + 1, after: '' }] : [];
}

/** An equality or a negation has an operator that already says the opposite. */
function conditionNegated({ node }: Place, { text }: Source): Edit[] {
  if (node.type !== 'IfStatement' && node.type !== 'ConditionalExpression') return [];
  const test = childOf(node, 'test');
  if (test === undefined || isNegation(test) || /^[!=]==$/.test(operatorOf(test))) return [];
  return [{ start: test.start, end: test.end, after: `!(${text.slice(test.start, test.end)})` }];
}

function earlyReturnRemoved({ node }: Place): Edit[] {
  if (node.type !== 'IfStatement' || childOf(node, 'alternate') !== undefined) return [];
  const branch = childOf(node, 'consequent');
  const body = branch?.type === 'BlockStatement' ? branch['body'] : [branch];
  const only: unknown = Array.isArray(body) && body.length === 1 ? body[0] : undefined;
  const leaves =
    typeof only === 'object' && only !== null && 'type' in only && leaving.has(String(only.type));
  return leaves ? [{ start: node.start, end: node.end, after: ';' }] : [];
}

const leaving = new Set(['ReturnStatement', 'ContinueStatement', 'BreakStatement']);

function numberShifted({ node }: Place): Edit[] {
  const { value, start, end } = { ...node, value: node['value'] };
  if (node.type !== 'Literal' || typeof value !== 'number') return [];
  return [value + 1, value - 1].map((after) => ({
    start,
    end,
    after: after < 0 ? `(${after})` : `${after}`,
  }));
}

function booleanFlipped({ node }: Place): Edit[] {
  const value = node['value'];
  if (node.type !== 'Literal' || typeof value !== 'boolean') return [];
  return [{ start: node.start, end: node.end, after: String(!value) }];
}

/** Where a word is one of a closed set: compared, a case, in a list, or given as a value. */
const closedSets = new Set([
  'BinaryExpression',
  'SwitchCase',
  'ArrayExpression',
  'Property',
  'ReturnStatement',
  'ConditionalExpression',
  'ArrowFunctionExpression',
]);

function wordOf({ node, parent }: Place): string | undefined {
  const value = node['value'];
  const isWord = node.type === 'Literal' && typeof value === 'string' && /^[A-Za-z][\w-]*$/.test(value);
  return isWord && closedSets.has(parent?.type ?? '') ? value : undefined;
}

function wordsOf(places: readonly Place[]): string[] {
  return [...new Set(places.flatMap((place) => wordOf(place) ?? []))];
}

function wordSwapped(place: Place, { words }: Source): Edit[] {
  const word = wordOf(place);
  const other = word === undefined ? undefined : nextOf(words, word);
  if (other === undefined) return [];
  return [{ start: place.node.start, end: place.node.end, after: `'${other}'` }];
}

function memberOf(node: SyntaxNode): readonly [string, string] | undefined {
  if (node.type !== 'MemberExpression' || node['computed'] === true) return undefined;
  const [object, name] = [childOf(node, 'object')?.['name'], childOf(node, 'property')?.['name']];
  const named = typeof object === 'string' && typeof name === 'string';
  return named && /^[A-Z]/.test(object) && /^[A-Z]/.test(name) ? [object, name] : undefined;
}

function memberSwapped({ node }: Place, { members }: Source): Edit[] {
  const [object, name] = memberOf(node) ?? [];
  if (object === undefined || name === undefined) return [];
  const other = nextOf(members.get(object) ?? [], name);
  return other === undefined ? [] : [{ start: node.start, end: node.end, after: `${object}.${other}` }];
}

/** The one after it in the list, from the front again after the last; undefined when it is alone. */
function nextOf(list: readonly string[], value: string): string | undefined {
  const next = list[(list.indexOf(value) + 1) % list.length];
  return next === value ? undefined : next;
}
