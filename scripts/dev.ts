import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { projectRoot } from '@atelier/host/files.ts';
import { runMain } from '@atelier/host/run-main.ts';
import { runUntilStopped } from './lib/run-until-stopped.ts';

const report = (line: string): void => console.error(line);

const screensPort = 5173;

/** The screens from vite, with hot reload; it hands /api on to the API's port. Ends with this process. */
function serveScreens(apiPort: number): void {
  const vite = join(projectRoot, 'node_modules', 'vite', 'bin', 'vite.js');
  const env = { ...process.env, PORT: String(apiPort) };
  const child = spawn(process.execPath, [vite, '--port', String(screensPort), '--strictPort'], {
    cwd: join(projectRoot, 'web'),
    env,
    stdio: 'inherit',
  });
  process.once('exit', () => child.kill());
}

const HELP = `npm run dev
  starts the same system as npm start, with hot reload of screens and services`;

await runMain(
  () =>
    runUntilStopped({
      report,
      // The browser comes from vite's address: links and the live connection's origin check must know it.
      environment: { PUBLIC_URL: `http://localhost:${screensPort}`, ...process.env },
      // Node restarts a service when one of its files changes.
      nodeArgs: ['--watch', '--watch-preserve-output'],
      announce: ({ config }) => {
        serveScreens(config.port);
        console.log(`ready http://localhost:${screensPort}`);
      },
    }),
  HELP,
);
