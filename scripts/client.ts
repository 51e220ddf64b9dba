import { generateClient } from './check/client-package.ts';
import { runMain } from '@atelier/host/run-main.ts';

const HELP = `npm run client
  writes the types of the client package from the routes`;

/** `npm run client`: the types of the client package, from the routes as they are. */
await runMain(async () => {
  const { ok, output } = await generateClient();
  if (!ok) console.error(output);
  return ok ? 0 : 1;
}, HELP);
