import { join } from 'node:path';
import { expect, it } from 'vitest';
import { projectRoot } from '@atelier/host/files.ts';
import { linesOfSlowest, timesOfPlaywright, timesOfVitest } from './slowest.ts';

it('names the slowest of both kinds of reports, longest first', () => {
  const vitest = JSON.stringify({
    testResults: [
      { name: join(projectRoot, 'a.int.test.ts'), startTime: 1_000, endTime: 3_500 },
      { name: join(projectRoot, 'b.int.test.ts'), startTime: 0, endTime: 100 },
    ],
  });
  const inner = {
    file: 'c.e2e.test.ts',
    specs: [{ title: 'sends', tests: [{ results: [{ duration: 900 }, { duration: 2_000 }] }] }],
  };
  const playwright = JSON.stringify({ suites: [{ file: 'c.e2e.test.ts', specs: [], suites: [inner] }] });
  expect(linesOfSlowest([...timesOfVitest(vitest), ...timesOfPlaywright(playwright)], 2)).toEqual([
    'slow: 2.9 s tests/e2e/c.e2e.test.ts › sends',
    'slow: 2.5 s a.int.test.ts',
  ]);
});
