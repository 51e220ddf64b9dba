import { ask } from './caller.ts';

const PATHS = ['/operationrma?page_size=50', '/dashboard/stats', '/auth/permissionlist'];

/** Reads lists continuously; returns every failed reading. */
export async function readOn(url: string, token: string, signal: AbortSignal): Promise<string[]> {
  const failures: string[] = [];
  while (!signal.aborted) {
    for (const path of PATHS) {
      const answer = await ask(url, token, { method: 'GET', path }).catch(String);
      if (typeof answer === 'string' || answer.status !== 200)
        failures.push(`${path}: ${JSON.stringify(answer)}`);
    }
  }
  return failures;
}
