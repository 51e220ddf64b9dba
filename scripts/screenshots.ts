import { join } from 'node:path';
import { projectRoot } from '@atelier/host/files.ts';
import { runMain } from '@atelier/host/run-main.ts';
import { runNode } from './lib/run-node.ts';

const HELP = `npm run screenshots [-- --only deposit,board --widths 1440,390 --languages en,ar --themes light]
  every screen of the demo as pictures, with contact sheets, in .tmp/screenshots; --url http://localhost:3000 takes them
  of a demo that runs already, which CAPTCHA_FIXED_ANSWER=atelier and RATE_LIMIT=1000000 started
npm run screenshots -- --guides [--only deposit,pack --languages en,ar]
  the pictures of the guides, in web/public/guides`;

const program = process.argv.includes('--guides') ? 'take-guides.ts' : 'take.ts';

await runMain(
  async () => runNode([join(projectRoot, 'tests', 'screenshots', program), ...process.argv.slice(2)]),
  HELP,
);
