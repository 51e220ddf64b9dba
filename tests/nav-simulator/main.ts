import { parseArgs } from 'node:util';
import { DEFAULT_TOKEN, startNavSimulator } from './server.ts';

/** `node tests/nav-simulator/main.ts [--port 4400] [--seed 1] [--token text]`, or PORT and NAV_SIMULATOR_TOKEN. */
const { values } = parseArgs({
  options: { port: { type: 'string' }, seed: { type: 'string' }, token: { type: 'string' } },
});

const simulator = await startNavSimulator({
  port: Number(values.port ?? process.env['PORT'] ?? 4400),
  seed: Number(values.seed ?? 1),
  token: values.token ?? process.env['NAV_SIMULATOR_TOKEN'] ?? DEFAULT_TOKEN,
});
process.stdout.write(`NAV simulator ready: ${simulator.url} company ${simulator.company}\n`);

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => void simulator.close().then(() => process.exit(0)));
}
