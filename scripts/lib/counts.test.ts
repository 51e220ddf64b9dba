import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { add, countPlaywright, countRun, countVitest, noCounts, summary } from './counts.ts';

const folder = mkdtempSync(join(tmpdir(), 'atelier-counts-'));
afterAll(() => rmSync(folder, { recursive: true }));

function reportFile(name: string, content: string): string {
  const file = join(folder, name);
  writeFileSync(file, content);
  return file;
}

const green = reportFile('green.json', '{"numPassedTests": 3, "numFailedTests": 0, "numPendingTests": 1}');

describe('counting a test run', () => {
  test('takes the numbers of the report', () => {
    expect(countRun(green, 0, countVitest)).toEqual({ passed: 3, failed: 0, skipped: 1 });
  });

  test('counts a failed run without a failed test as one failure', () => {
    expect(countRun(green, 1, countVitest)).toEqual({ passed: 3, failed: 1, skipped: 1 });
  });

  test('counts a missing or broken report as one failure', () => {
    expect(countRun('/nowhere/report.json', 0, countVitest).failed).toBe(1);
    expect(countRun(reportFile('broken.json', '{"numPassed'), 0, countVitest).failed).toBe(1);
  });

  test('counts what passed at its second try as passed', () => {
    const stats = { expected: 2, unexpected: 1, flaky: 1, skipped: 0 };
    expect(countPlaywright(JSON.stringify({ stats }))).toEqual({ passed: 3, failed: 1, skipped: 0 });
  });

  test('adds up to the last line', () => {
    const total = add(add(noCounts, { passed: 2, failed: 0, skipped: 0 }), {
      passed: 3,
      failed: 1,
      skipped: 4,
    });
    expect(summary(total)).toBe('5 passed, 1 failed');
  });
});
