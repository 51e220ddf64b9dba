import { startMailCatcher } from './server.ts';

/** `PORT=4025 node tests/mail-catcher/main.ts`: mail server at PORT; the page of what was caught at PAGES_PORT, else at any free port. */
const catcher = await startMailCatcher({
  smtpPort: Number(process.env['PORT'] ?? 4025),
  httpPort: Number(process.env['PAGES_PORT'] ?? 0),
});
process.stdout.write(`mail catcher ready: ${catcher.mailUrl}, read at ${catcher.url}\n`);

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => void catcher.close().then(() => process.exit(0)));
}
