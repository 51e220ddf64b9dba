import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Fault } from '@atelier/host/fault.ts';
import { projectRoot } from '@atelier/host/files.ts';
import { runMain } from '@atelier/host/run-main.ts';
import { compiles, copyDomain } from './mutations/compile.ts';
import { applyMutant, membersOf, mutantsOf, type Mutant } from './mutations/mutants.ts';
import { relatedTests } from './mutations/related-tests.ts';
import { drawSample } from './mutations/sample.ts';
import { parse } from './lib/syntax.ts';
import { runTasks } from './mutations/workers.ts';

const folder = 'packages/domain/src';
/** Tests and what only they use, and the words of papers and sheets in their languages: no rules. */
const notRules = /\.test\.ts$|\/(walk-)?testing(-\w+)?\.ts$|\/(words|texts)\//;
/** Of a hundred changes, how many the tests have to notice. */
const least = 95;

const files = globSync([`${folder}/**/*.ts`, 'tests/wire/*.ts'], { cwd: projectRoot }).toSorted();
const texts = new Map(files.map((path) => [path, readFileSync(join(projectRoot, path), 'utf8')]));
const programs = new Map([...texts].map(([path, text]) => [path, parse(text)]));

function textOf(path: string): string {
  return texts.get(path) ?? '';
}

function everyMutant(part: string): Mutant[] {
  const members = membersOf([...programs.values()]);
  return [...programs]
    .filter(([path]) => !notRules.test(path) && path.includes(part))
    .flatMap(([path, program]) => mutantsOf(path, textOf(path), program, members));
}

/** Unchanged code has to pass, or every change would seem to be noticed. */
async function checkUnchanged(): Promise<void> {
  const [path = ''] = files;
  const tests = files.filter((file) => file.endsWith('.test.ts'));
  await runTasks([{ path, text: textOf(path), tests }], 1, (_, { failed, by }) => {
    if (failed) throw new Fault(`The tests fail without any change, first ${by}: mend them first.`);
  });
}

async function survivorsOf(mutants: readonly Mutant[]): Promise<Mutant[]> {
  const noticed = new Set<number>();
  const tasks = mutants.map((mutant) => ({
    path: mutant.path,
    text: applyMutant(textOf(mutant.path), mutant),
    tests: relatedTests(mutant.path, programs),
  }));
  await runTasks(tasks, Math.min(2, availableParallelism()), (index, { failed }) => {
    if (failed) noticed.add(index);
    process.stdout.write(failed ? '.' : 'S');
  });
  return mutants.filter((_, index) => !noticed.has(index));
}

/** Those that a compiler lets pass as the tests did: a word that no type knows never reaches a reader. */
async function compiling(mutants: readonly Mutant[]): Promise<Mutant[]> {
  copyDomain();
  const left: Mutant[] = [];
  for (const mutant of mutants) {
    const original = textOf(mutant.path);
    if (await compiles(mutant.path, applyMutant(original, mutant), original)) left.push(mutant);
  }
  return left;
}

function describeMutant({ path, line, before, after }: Mutant): string {
  const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ');
  return `${path}:${line}  ${oneLine(before)}  →  ${after === ';' ? 'removed' : oneLine(after)}`;
}

const HELP = `npm run test:mutations -- [options]
  --sample N   changes of the rules; 200 when left out
  --seed N     which of them; 1 when left out
  --path PATH  in files below this path alone`;

await runMain(async () => {
  const { values } = parseArgs({
    options: {
      sample: { type: 'string', default: '200' },
      seed: { type: 'string', default: '1' },
      path: { type: 'string', default: '' },
    },
  });
  const all = everyMutant(values.path);
  const mutants = drawSample(all, Number(values.sample), Number(values.seed));
  if (mutants.length === 0) throw new Fault(`There is nothing to change in "${values.path}".`);
  console.log(`${mutants.length} of ${all.length} changes, seed ${values.seed}`);
  await checkUnchanged();
  const began = Date.now();
  const survivors = await compiling(await survivorsOf(mutants));
  const inOrder = survivors.toSorted((a, b) =>
    a.path < b.path ? -1 : a.path > b.path ? 1 : a.line - b.line,
  );
  console.log(`\n${inOrder.map(describeMutant).join('\n')}`);
  const noticed = mutants.length - survivors.length;
  const percent = (100 * noticed) / mutants.length;
  console.log(`${((Date.now() - began) / 1000).toFixed(0)} s`);
  console.log(
    `${noticed} noticed, ${survivors.length} unnoticed: ${percent.toFixed(1)} %, at least ${least} %`,
  );
  return percent >= least ? 0 : 1;
}, HELP);
