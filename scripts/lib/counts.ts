import { readTextIfThere } from '@atelier/host/files.ts';

/** How many tests passed and failed. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

export const noCounts: Counts = { passed: 0, failed: 0, skipped: 0 };

export function add(left: Counts, right: Counts): Counts {
  return {
    passed: left.passed + right.passed,
    failed: left.failed + right.failed,
    skipped: left.skipped + right.skipped,
  };
}

interface VitestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
}

/** The counts in a JSON report of vitest. */
export function countVitest(text: string): Counts {
  const report: VitestReport = JSON.parse(text);
  return { passed: report.numPassedTests, failed: report.numFailedTests, skipped: report.numPendingTests };
}

interface PlaywrightReport {
  readonly stats: {
    readonly expected: number;
    readonly unexpected: number;
    readonly flaky: number;
    readonly skipped: number;
  };
}

/** The counts in a JSON report of Playwright; what passed at its second try has passed (decisions/0203). */
export function countPlaywright(text: string): Counts {
  const { stats }: PlaywrightReport = JSON.parse(text);
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped };
}

/**
 * The counts of a suite that ended with `exitCode`. A run that failed without a failed test (a crash, an error
 * outside any test, no report) counts as one failure, so that it can never look green.
 */
export function countRun(file: string, exitCode: number, count: (text: string) => Counts): Counts {
  const counts = countReport(file, count);
  if (counts === undefined) return { ...noCounts, failed: 1 };
  return exitCode !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}

function countReport(file: string, count: (text: string) => Counts): Counts | undefined {
  const text = readTextIfThere(file);
  if (text === undefined) return undefined;
  try {
    return count(text);
  } catch {
    return undefined;
  }
}

/** The line that every test command ends with. */
export function summary({ passed, failed }: Counts): string {
  return `${passed} passed, ${failed} failed`;
}
