import { loadConfig } from './config.ts';
import { runApi } from './run.ts';

// Only the owner reads what this process makes, whoever starts it.
process.umask(0o077);

await runApi(() => loadConfig(process.env));
