import { loadConfig } from './config.ts';
import { runApi } from './run.ts';

await runApi(() => loadConfig(process.env));
