import { isTest, withoutComments, type Finding, type SourceFile } from './sources.ts';

const PAGE = 'docs/runbook.md';
const CALL = /\blog(?:ger)?(?:\.(?:warn|error|fatal)|\[[^\]]+\])\(/g;
const LITERAL = /'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g;
const HEADING = /^### `(.+)`$/gm;

/**
 * Warnings and errors of the services that the runbook does not name, and headings of the runbook that no line has. A message
 * stands as a literal in its call; a value in it is a `…` in the runbook.
 */
export function findRunbookGaps(files: readonly SourceFile[]): Finding[] {
  const page = files.find(({ path }) => path === PAGE);
  const named = new Set([...(page?.text ?? '').matchAll(HEADING)].map(([, message = '']) => message));
  const calls = files.filter(({ path }) => isLogging(path)).flatMap(logCalls);
  const written = new Set(calls.flatMap(({ messages }) => messages));
  return [
    ...calls.flatMap(({ path, messages }) => gapsOf(path, messages, named)),
    ...[...named]
      .filter((message) => !written.has(message))
      .map((message) => ({ path: PAGE, message: `names "${message}", which no line says` })),
  ];
}

const isLogging = (path: string): boolean =>
  /^(services|packages)\/.*\.ts$/.test(path) && !isTest(path) && !/\/testing-?/.test(path);

interface LogCall {
  readonly path: string;
  readonly messages: readonly string[];
}

function logCalls({ path, text }: SourceFile): LogCall[] {
  const code = withoutComments(text);
  return [...code.matchAll(CALL)].map((call) => ({
    path,
    messages: messagesIn(argumentsFrom(code, call.index + call[0].length)),
  }));
}

/** The text up to the parenthesis that closes the call. */
function argumentsFrom(code: string, start: number): string {
  let depth = 1;
  let at = start;
  for (; at < code.length && depth > 0; at++) {
    if (code[at] === '(') depth += 1;
    if (code[at] === ')') depth -= 1;
  }
  return code.slice(start, at - 1);
}

/** The literals with a blank in them: names of fields and codes have none. */
const messagesIn = (code: string): string[] =>
  [...code.matchAll(LITERAL)]
    .map(([, single, double, template]) => single ?? double ?? template?.replace(/\$\{[^}]*\}/g, '…') ?? '')
    .filter((message) => message.includes(' '));

function gapsOf(path: string, messages: readonly string[], named: ReadonlySet<string>): Finding[] {
  if (messages.length === 0) return [{ path, message: 'a warning or error has no message of its own' }];
  return messages
    .filter((message) => !named.has(message))
    .map((message) => ({ path, message: `"${message}" is not in ${PAGE}` }));
}
