import { ConfigError } from './config.ts';
import type { Config } from './config.ts';
import { startApi } from './start.ts';
import type { RunningApi } from './start.ts';

const LAST_RESORT_MS = 20_000;

/** The life of an API process: start, one line when ready, an orderly end on SIGTERM or Ctrl-C. */
export async function runApi(read: () => Config): Promise<void> {
  try {
    const config = read();
    const api = await startApi(config);
    console.log(`ready http://localhost:${new URL(api.address).port}`);
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void end(api));
  } catch (error) {
    console.error(error instanceof ConfigError ? error.message : error);
    process.exitCode = 1;
    // What was opened before the failure must not keep the process alive.
    setTimeout(() => process.exit(1), 200).unref();
  }
}

async function end(api: RunningApi): Promise<void> {
  setTimeout(() => process.exit(1), LAST_RESORT_MS).unref();
  await api.stop();
  process.exit(0);
}
