import { defineConfig } from 'vitest/config';

const everywhere = ['packages/**', 'services/**', 'web/**', 'tests/**', 'scripts/**', 'demo/**'];
const named = (ending: string): string[] => everywhere.map((folder) => `${folder}/*.${ending}`);
/** What runs in a browser. */
const browser = ['web/**', 'packages/ui/**', 'packages/browser-sync/**'];
const never = ['**/node_modules/**', '**/dist/**', '**/.tmp/**', '**/.data/**'];
const others = [...never, ...named('int.test.ts'), ...named('e2e.test.ts'), ...named('fault.test.ts')];

/** What is waited for comes in milliseconds; only a busy machine takes longer, and the second that is the default failed there. */
const expectation = { poll: { timeout: 60_000 } };
/** A list that is not what was expected is printed, not only counted: the last lines of a run are all that is left of some. */
const chaiConfig = { truncateThreshold: 600 };

export default defineConfig({
  test: {
    // One more than the two cores it is made for.
    maxWorkers: 3,
    projects: [
      {
        test: {
          name: 'unit',
          expect: expectation,
          chaiConfig,
          include: [...named('test.ts'), ...named('test.tsx')],
          exclude: [...others, ...browser],
          // They keep nothing between files: loading every module again for each took two thirds of their work.
          isolate: false,
          // Nothing here waits: only a busy machine is slow.
          testTimeout: 60_000,
        },
      },
      {
        test: {
          // Stores, i18next and the window outlive a file here, and files put others in place of modules.
          name: 'web',
          expect: expectation,
          chaiConfig,
          include: browser.flatMap((folder) => [`${folder}/*.test.ts`, `${folder}/*.test.tsx`]),
          exclude: others,
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'int',
          expect: expectation,
          chaiConfig,
          include: named('int.test.ts'),
          exclude: never,
          globalSetup: ['tests/harness/global-setup.ts'],
          // A test waits for processes, PostgreSQL and time, two thirds of its run.
          maxWorkers: 4,
          sequence: { groupOrder: 1 },
          // The same processes run all files: loading every module again for each file took a third of the run's work.
          isolate: false,
          // What must be quick is measured by its own test: here only a busy machine is slow.
          testTimeout: 240_000,
          hookTimeout: 300_000,
          env: { PGCONNECT_TIMEOUT: '20' },
        },
      },
      {
        test: {
          name: 'faults',
          expect: expectation,
          chaiConfig,
          include: ['tests/faults/**/*.fault.test.ts'],
          exclude: never,
          testTimeout: 300_000,
          hookTimeout: 180_000,
          // One at a time: each starts and kills whole systems and measures time.
          fileParallelism: false,
        },
      },
    ],
  },
});
