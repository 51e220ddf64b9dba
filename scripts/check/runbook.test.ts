import { expect, test } from 'vitest';
import { findRunbookGaps } from './runbook.ts';

const gaps = (code: string, page: string, path = 'services/api/src/a.ts'): string[] =>
  findRunbookGaps([
    { path, text: code },
    { path: 'docs/runbook.md', text: page },
  ]).map((finding) => `${finding.path}: ${finding.message}`);

test('finds nothing where code and runbook agree', () => {
  const code = `log.warn({ err: error }, 'live replay failed, resync sent');
    this.#log.error({ id: of(a, b) }, kind === 'log' ? 'one thing failed' : "another failed");
    log[runsOut ? 'error' : 'warn'](fields, \`retrying in \${(ms ?? 0) / 1000} s\`);
    // log.warn({}, 'a comment says so')
    log.info('nothing to look up');`;
  const page = ['live replay failed, resync sent', 'one thing failed', 'another failed', 'retrying in … s'];
  expect(gaps(code, page.map((message) => `### \`${message}\`\n`).join('\n'))).toEqual([]);
});

test('finds a line that the runbook does not name', () => {
  expect(gaps(`log.warn({ err }, 'queue lost, retrying');`, '')).toEqual([
    'services/api/src/a.ts: "queue lost, retrying" is not in docs/runbook.md',
  ]);
});

test('finds a heading that no line says', () => {
  expect(gaps('', '### `queue lost, retrying`')).toEqual([
    'docs/runbook.md: names "queue lost, retrying", which no line says',
  ]);
});

test('finds a call whose message is no literal', () => {
  expect(gaps('log.warn({ err }, message);', '')).toEqual([
    'services/api/src/a.ts: a warning or error has no message of its own',
  ]);
});

test('leaves tests and the screens alone', () => {
  expect(gaps(`log.warn('only here');`, '', 'services/api/src/a.test.ts')).toEqual([]);
  expect(gaps(`log.warn('only here');`, '', 'web/src/a.ts')).toEqual([]);
});
