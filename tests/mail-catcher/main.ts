import { readFile } from 'node:fs/promises';
import { openPhones } from './phones.ts';
import { startMailCatcher } from './server.ts';

/**
 * `PORT=4025 node tests/mail-catcher/main.ts`: mail server at PORT; the page of what was caught at PAGES_PORT, else at any free port.
 * There the gateway to phones is too: it hands what customers write to PUBLIC_URL.
 */
const secret = (await readFile(new URL('secret.txt', import.meta.url), 'utf8')).trim();
const inboundUrl = `${process.env['PUBLIC_URL'] ?? 'http://localhost:3000'}/api/messages/inbound`;
const catcher = await startMailCatcher({
  smtpPort: Number(process.env['PORT'] ?? 4025),
  httpPort: Number(process.env['PAGES_PORT'] ?? 0),
  phones: openPhones({ secret, inboundUrl }),
});
process.stdout.write(`mail catcher ready: ${catcher.mailUrl}, read at ${catcher.url}\n`);

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => void catcher.close().then(() => process.exit(0)));
}
