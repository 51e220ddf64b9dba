import { describeDemoAccounts } from '../demo/demo.ts';
import { runUntilStopped } from './lib/run-until-stopped.ts';
import { runMain } from '@atelier/host/run-main.ts';
import { buildWebWhenChanged } from './lib/web-build.ts';

/** Progress goes to stderr: stdout carries the one line that says "ready" and what belongs to it. */
const report = (line: string): void => console.error(line);

const HELP = `npm start
  starts Atelier with an embedded PostgreSQL in DATA_DIR, or on DATABASE_URL, and prints "ready" with its address; settings are environment variables (docs/configuration.md)`;

await runMain(
  () =>
    runUntilStopped({
      report,
      environment: process.env,
      beside: (signal) => buildWebWhenChanged(report, signal),
      announce: ({ config }) => {
        console.log(`ready http://localhost:${config.port}`);
        if (config.demo) console.log(describeDemoAccounts());
      },
    }),
  HELP,
);
