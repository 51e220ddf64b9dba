import { setTimeout as sleep } from 'node:timers/promises';
import { Fault } from './fault.ts';

const patience = 120_000;

/**
 * Waits until the API says that it is ready.
 *
 * @throws Fault when it has not within two minutes
 */
export async function untilReady(port: number): Promise<void> {
  const url = `http://127.0.0.1:${port}/api/health/ready`;
  const deadline = Date.now() + patience;
  let last = 'no answer';
  while (Date.now() < deadline) {
    const answer = await ask(url);
    if (answer === 'ready') return;
    last = answer;
    await sleep(50);
  }
  throw new Fault(`The API is not ready after two minutes: ${last}.`);
}

async function ask(url: string): Promise<string> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(3000) });
    if (response.ok) return 'ready';
    return `it answers ${response.status} ${(await response.text()).slice(0, 300)}`;
  } catch {
    return 'no answer';
  }
}
