import { runProcess } from '@atelier/application/platform/run-process.ts';
import { loadConfig } from './config.ts';
import { startWorkers } from './start.ts';

await runProcess(() => startWorkers(loadConfig(process.env)));
