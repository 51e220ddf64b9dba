import { join } from 'node:path';
import { createVitest, type Vitest } from 'vitest/node';
import { projectRoot } from '@atelier/host/files.ts';
import type { Answer, Task } from './workers.ts';

/** The changed text of one file, in place of what the disk holds. Nothing on the disk changes. */
let changed: { readonly file: string; readonly text: string } | undefined;

const changedFile = {
  name: 'changed-file',
  enforce: 'pre' as const,
  load: (id: string): string | undefined => (id === changed?.file ? changed.text : undefined),
};

const vitest = await createVitest(
  {
    config: false,
    root: projectRoot,
    include: ['packages/domain/src/**/*.test.ts', 'tests/wire/*.test.ts'],
    setupFiles: [join(import.meta.dirname, 'same-every-run.ts')],
    watch: false,
    // Else it would take from the disk what it made of the unchanged text.
    fsModuleCache: false,
    isolate: false,
    pool: 'threads',
    maxWorkers: 1,
    bail: 1,
    testTimeout: 30_000,
    reporters: [{}],
  },
  { plugins: [changedFile] },
);
const specifications = await vitest.globTestSpecifications();

/** Runs the tests named, with this file changed; whether one of them failed, and which. */
async function run({ path, text, tests }: Task): Promise<Answer> {
  const file = join(projectRoot, path);
  changed = { file, text };
  vitest.invalidateFile(file);
  try {
    return await failureOf(vitest, new Set(tests.map((test) => join(projectRoot, test))));
  } finally {
    changed = undefined;
    vitest.invalidateFile(file);
  }
}

async function failureOf(runner: Vitest, tests: ReadonlySet<string>): Promise<Answer> {
  const chosen = specifications.filter(({ moduleId }) => tests.has(moduleId));
  const { testModules, unhandledErrors } = await runner.runTestSpecifications(chosen);
  const failed = testModules.find((module) => tests.has(module.moduleId) && !module.ok());
  return {
    failed: failed !== undefined || unhandledErrors.length > 0,
    by: failed?.relativeModuleId ?? null,
  };
}

process.on('message', (task: Task) => {
  void run(task).then(
    (answer) => process.send?.(answer),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
process.once('disconnect', () => process.exit());
