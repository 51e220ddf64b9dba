import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readReport, failuresOfPlaywright, failuresOfVitest } from './failures.ts';
import { projectRoot } from '@atelier/host/files.ts';

const file = join(projectRoot, 'web/src/a.test.ts');
const passed = { fullName: 'a works', status: 'passed', failureMessages: [] };

describe('the failed tests of a run', () => {
  test('vitest: name, file and first reason on one line, without colours', () => {
    const failed = {
      fullName: 'a fails',
      status: 'failed',
      failureMessages: ['\u001B[31mError: 1\n  is not 2\u001B[39m\n    at somewhere.ts:1'],
    };
    const report = {
      testResults: [{ name: file, status: 'failed', message: '', assertionResults: [passed, failed] }],
    };
    expect(failuresOfVitest(JSON.stringify(report))).toEqual([
      'failed: web/src/a.test.ts › a fails: Error: 1 is not 2',
    ]);
  });

  test('vitest: a file that failed outside its tests', () => {
    const broken = { name: file, status: 'failed', message: 'hook timed out', assertionResults: [passed] };
    const green = { ...broken, status: 'passed', message: '' };
    expect(failuresOfVitest(JSON.stringify({ testResults: [broken, green] }))).toEqual([
      'failed: web/src/a.test.ts: hook timed out',
    ]);
  });

  test('Playwright: failed and unsteady tests in nested groups, and errors outside any test', () => {
    const spec = (title: string, status: string) => ({
      title,
      tests: [{ status, results: [{ errors: [{ message: `${title} broke` }] }] }],
    });
    const inner = { file: 'b.e2e.test.ts', specs: [spec('two', 'flaky'), spec('three', 'expected')] };
    const outer = { file: 'b.e2e.test.ts', specs: [spec('one', 'unexpected')], suites: [inner] };
    expect(
      failuresOfPlaywright(JSON.stringify({ suites: [outer], errors: [{ message: 'no browser' }] })),
    ).toEqual([
      'failed: tests/e2e/b.e2e.test.ts › one: one broke',
      'unsteady: tests/e2e/b.e2e.test.ts › two: two broke',
      'failed: outside any test: no browser',
    ]);
  });

  test('none where there is no report', () => {
    expect(readReport('/nowhere/report.json', failuresOfVitest)).toEqual([]);
  });
});
