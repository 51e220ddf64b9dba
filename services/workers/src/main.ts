import { ConfigError, loadConfig } from './config.ts';
import { startWorkers } from './start.ts';

// Only the owner reads what this process makes, whoever starts it.
process.umask(0o077);

try {
  const workers = await startWorkers(loadConfig(process.env));
  let stopping: Promise<void> | undefined;
  const stop = () => (stopping ??= workers.stop().then(() => process.exit(0)));
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop());
} catch (error) {
  process.stderr.write(`${error instanceof ConfigError ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
