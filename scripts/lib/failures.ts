import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { projectRoot, readTextIfThere } from '@atelier/host/files.ts';

/** A log of presses says why one did not succeed at its end. */
const longestReason = 800;

interface VitestReport {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

/** The failed tests in a JSON report of vitest, a line each; a file that failed outside its tests is one of them. */
export function failuresOfVitest(text: string): string[] {
  const report: VitestReport = JSON.parse(text);
  return report.testResults.flatMap((file) => {
    const where = relative(projectRoot, file.name);
    const failed = file.assertionResults.filter((test) => test.status === 'failed');
    if (failed.length === 0) return file.status === 'failed' ? [line(where, '', file.message)] : [];
    return failed.map((test) => line(where, test.fullName, test.failureMessages[0] ?? ''));
  });
}

interface PlaywrightSuite {
  readonly file: string;
  readonly specs: readonly {
    readonly title: string;
    readonly tests: readonly {
      readonly status: string;
      readonly results: readonly { readonly errors: readonly { readonly message?: string }[] }[];
    }[];
  }[];
  readonly suites?: readonly PlaywrightSuite[];
}

interface PlaywrightReport {
  readonly suites: readonly PlaywrightSuite[];
  readonly errors: readonly { readonly message?: string }[];
}

/**
 * The failed tests in a JSON report of Playwright, a line each. One that passed at its second try alone has a line too,
 * `unsteady: …`, though the run does not fail for it (decisions/0203).
 */
export function failuresOfPlaywright(text: string): string[] {
  const report: PlaywrightReport = JSON.parse(text);
  const outside = report.errors.map((error) => line('outside any test', '', error.message ?? ''));
  return [...report.suites.flatMap(failuresOfSuite), ...outside];
}

function failuresOfSuite(suite: PlaywrightSuite): string[] {
  const own = suite.specs.flatMap((spec) =>
    spec.tests
      .filter((test) => test.status === 'unexpected' || test.status === 'flaky')
      .map((test) =>
        line(
          `tests/e2e/${suite.file}`,
          spec.title,
          reasonOf(test.results),
          test.status === 'flaky' ? 'unsteady' : 'failed',
        ),
      ),
  );
  return [...own, ...(suite.suites ?? []).flatMap(failuresOfSuite)];
}

function reasonOf(results: readonly { readonly errors: readonly { readonly message?: string }[] }[]): string {
  return results.flatMap((result) => result.errors)[0]?.message ?? '';
}

/** What `read` finds in the report in `file`; nothing when there is no report or it cannot be read. */
export function readReport<T>(file: string, read: (text: string) => T[]): T[] {
  const text = readTextIfThere(file);
  if (text === undefined) return [];
  try {
    return read(text);
  } catch {
    return [];
  }
}

type Outcome = 'failed' | 'unsteady';

/** `failed: file › test: reason` on one line, without colours and without the places it was thrown from. */
function line(file: string, test: string, reason: string, outcome: Outcome = 'failed'): string {
  const [said = ''] = stripVTControlCharacters(reason).split(/\n\s+at /);
  const plain = said.replaceAll(/\s+/g, ' ').trim();
  const name = test === '' ? file : `${file} › ${test}`;
  return `${outcome}: ${name}: ${plain.slice(0, longestReason)}`;
}
