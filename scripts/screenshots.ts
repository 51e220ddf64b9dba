import { join } from 'node:path';
import { projectRoot } from '@atelier/host/files.ts';
import { runMain } from '@atelier/host/run-main.ts';
import { runNode } from './lib/run-node.ts';

const HELP = `npm run screenshots [-- --only deposit,board --widths 1440,390 --languages en,ar --themes light]
  every screen of the demo as pictures, with contact sheets, in .tmp/screenshots`;

await runMain(
  async () => runNode([join(projectRoot, 'tests', 'screenshots', 'take.ts'), ...process.argv.slice(2)]),
  HELP,
);
