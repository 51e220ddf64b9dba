import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findBoundaryBreaks } from './check/boundaries.ts';
import { findDeadCitations } from './check/citations.ts';
import { findDeadCommands } from './check/commands.ts';
import { findContractBreaks } from './check/contracts.ts';
import { exceptions, testOnly, type Exception } from './check/exceptions.ts';
import { findDeploymentGaps } from './check/deployment.ts';
import { findHighHouses } from './check/floors.ts';
import { findLongFiles } from './check/length.ts';
import { findForbiddenLicences, findPaidVersions, type Lockfile } from './check/licences.ts';
import { findMachineTraces } from './check/machine.ts';
import { findLooseVersions } from './check/manifests.ts';
import { checkClient } from './check/client-package.ts';
import { lintApiDocument } from './check/openapi.ts';
import { findCitedCommits, findCommitMessages, findForeignWords } from './check/plain-words.ts';
import { findRunbookGaps } from './check/runbook.ts';
import { readSources, type Finding, type SourceFile } from './check/sources.ts';
import { findBareStatuses } from './check/statuses.ts';
import { findTestOnlyExports } from './check/test-only.ts';
import { runTool, type Outcome } from './check/tools.ts';
import { findVulnerabilities } from './check/vulnerabilities.ts';
import { projectRoot } from '@atelier/host/files.ts';
import { runMain } from '@atelier/host/run-main.ts';

interface Step {
  readonly name: string;
  run(): Promise<Outcome>;
}

const sources = readSources();
const lock: Lockfile = JSON.parse(readFileSync(join(projectRoot, 'package-lock.json'), 'utf8'));

const steps: readonly Step[] = [
  // The linter's compiler says what `tsc` says, by the tsconfig.json nearest to each file: one program for both.
  { name: 'types and lint', run: () => runTool('oxlint/bin/oxlint', ['--type-aware', '--type-check']) },
  { name: 'format', run: () => runTool('oxfmt/bin/oxfmt', ['--check', '.']) },
  {
    name: 'unused code',
    run: () => runTool('knip/bin/knip.js', ['--no-progress', '--treat-config-hints-as-errors']),
  },
  { name: 'code for tests only', run: () => rule((files) => findTestOnlyExports(files, testOnly)) },
  { name: 'boundaries', run: () => rule(except('boundaries', findBoundaryBreaks)) },
  { name: 'floors', run: () => rule(findHighHouses) },
  { name: 'named statuses', run: () => rule(findBareStatuses) },
  { name: 'contracts', run: () => rule(findContractBreaks) },
  { name: 'file length', run: () => rule(except('length', findLongFiles)) },
  { name: 'exact versions', run: () => rule(findLooseVersions) },
  { name: 'licences', run: () => rule(() => [...findForbiddenLicences(lock), ...findPaidVersions(lock)]) },
  { name: 'vulnerabilities', run: findVulnerabilities },
  { name: 'no machine traces', run: () => rule((files) => findMachineTraces(files)) },
  { name: 'API description', run: lintApiDocument },
  { name: 'client package', run: checkClient },
  { name: 'documented commands', run: () => rule(findDeadCommands) },
  { name: 'citations', run: () => rule((files) => findDeadCitations(files)) },
  { name: 'plain words', run: () => rule((files) => findForeignWords(files)) },
  {
    name: 'commits',
    run: () => rule((files) => [...findCitedCommits(files), ...findCommitMessages()]),
  },
  { name: 'runbook', run: () => rule(findRunbookGaps) },
  { name: 'deployment examples', run: () => rule(findDeploymentGaps) },
];

function rule(find: (files: readonly SourceFile[]) => Finding[]): Promise<Outcome> {
  const findings = find(sources);
  const output = findings.map(({ path, message }) => `${path}: ${message}`).join('\n');
  return Promise.resolve({ ok: findings.length === 0, output });
}

function except(name: Exception['rule'], find: (files: readonly SourceFile[]) => Finding[]) {
  const listed = exceptions.filter((it) => it.rule === name).map((it) => it.path);
  const isListed = (path: string): boolean =>
    listed.some((it) => (it.endsWith('/') ? path.startsWith(it) : path === it));
  return (files: readonly SourceFile[]): Finding[] => find(files).filter(({ path }) => !isListed(path));
}

async function perform(step: Step): Promise<boolean> {
  const began = performance.now();
  const { ok, output } = await step.run();
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  if (output !== '') console.log(output.trim());
  console.log(`${ok ? 'ok  ' : 'FAIL'} ${step.name} (${seconds} s)`);
  return ok;
}

const HELP = `npm run check
  ${steps.map(({ name }) => name).join(', ')}`;

await runMain(async () => {
  const failed: Step[] = [];
  for (const step of steps) if (!(await perform(step))) failed.push(step);
  for (const step of failed) console.log(`failed: check › ${step.name}`);
  console.log(`${steps.length - failed.length} passed, ${failed.length} failed`);
  return failed.length === 0 ? 0 : 1;
}, HELP);
