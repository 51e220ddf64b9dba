import { runProcess } from '@atelier/application/platform/run-process.ts';
import { loadConfig } from './config.ts';
import { startApi } from './start.ts';

await runProcess(async () => {
  const api = await startApi(loadConfig(process.env));
  console.log(`ready http://localhost:${new URL(api.address).port}`);
  return api;
});
