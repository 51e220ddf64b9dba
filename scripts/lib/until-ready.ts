import { isIP } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '@atelier/api/config.ts';
import { Fault } from '@atelier/host/fault.ts';

const patience = 120_000;

/**
 * Waits until the API says that it is ready.
 *
 * @throws Fault when it has not within two minutes
 */
export async function untilReady({ host, port }: Pick<Config, 'host' | 'port'>): Promise<void> {
  const url = `http://${reachable(host)}:${port}/api/health/ready`;
  const deadline = Date.now() + patience;
  let last = 'no answer';
  while (Date.now() < deadline) {
    const answer = await ask(url);
    if (answer === 'ready') return;
    last = answer;
    await sleep(50);
  }
  throw new Fault(
    `The API is not ready after two minutes (${last}): see its log in the data folder, logs/API.log.`,
  );
}

/** What listens on every address is asked on this machine's own. */
function reachable(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return isIP(host) === 6 ? `[${host}]` : host;
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
