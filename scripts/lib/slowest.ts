import { relative } from 'node:path';
import { projectRoot } from '@atelier/host/files.ts';

/** A file of vitest or a browser test, and how long it took. */
export interface Timed {
  readonly name: string;
  readonly ms: number;
}

interface VitestReport {
  readonly testResults: readonly {
    readonly name: string;
    readonly startTime: number;
    readonly endTime: number;
  }[];
}

/** The files in a JSON report of vitest, with what they set up. */
export function timesOfVitest(text: string): Timed[] {
  const report: VitestReport = JSON.parse(text);
  return report.testResults.map(({ name, startTime, endTime }) => ({
    name: relative(projectRoot, name),
    ms: endTime - startTime,
  }));
}

interface PlaywrightSuite {
  readonly file: string;
  readonly specs: readonly {
    readonly title: string;
    readonly tests: readonly { readonly results: readonly { readonly duration: number }[] }[];
  }[];
  readonly suites?: readonly PlaywrightSuite[];
}

/** The tests in a JSON report of Playwright, all tries together. */
export function timesOfPlaywright(text: string): Timed[] {
  const report: { readonly suites: readonly PlaywrightSuite[] } = JSON.parse(text);
  return report.suites.flatMap(timesOfSuite);
}

function timesOfSuite(suite: PlaywrightSuite): Timed[] {
  const own = suite.specs.map(({ title, tests }) => ({
    name: `tests/e2e/${suite.file} › ${title}`,
    ms: tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration, 0),
  }));
  return [...own, ...(suite.suites ?? []).flatMap(timesOfSuite)];
}

/** A line for each of the slowest, longest first. */
export const linesOfSlowest = (times: readonly Timed[], most = 20): string[] =>
  times
    .toSorted((a, b) => b.ms - a.ms)
    .slice(0, most)
    .map(({ name, ms }) => `slow: ${(ms / 1_000).toFixed(1)} s ${name}`);
